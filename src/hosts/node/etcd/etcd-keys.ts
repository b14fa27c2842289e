/** Keys of the storage that do not begin with one slash begin with two in etcd. */
const OTHERS = '//';

/** The keys of a storage in etcd. All begin with its prefix and a slash. */
export class EtcdKeys {
  readonly #prefix: string;

  /** @param prefix begins with a slash, and does not end with one */
  constructor(prefix: string) {
    this.#prefix = prefix;
  }

  /** The key whose existence marks the prefix as used by a storage. It is not a key of the storage. */
  get mark(): string {
    return `${this.#prefix}${OTHERS}/tabplane`;
  }

  /** The first key of the storage, and the first key after all of its keys. */
  get range(): { readonly key: string; readonly range_end: string } {
    return { key: `${this.#prefix}/`, range_end: `${this.#prefix}0` };
  }

  inEtcd(key: string): string {
    return `${this.#prefix}${/^\/(?!\/)/.test(key) ? '' : OTHERS}${key}`;
  }

  /** Returns the storage key for a key in the range. */
  ofEtcd(key: string): string {
    const own = key.slice(this.#prefix.length);
    return own.startsWith(OTHERS) ? own.slice(OTHERS.length) : own;
  }
}
