/** Keys of the storage that do not begin with one slash begin with two in etcd. */
const OTHERS = '//';

/** The keys of a storage in etcd: all begin with its prefix and a slash. */
export class EtcdKeys {
  readonly #prefix: string;

  /** @param prefix begins with a slash, and does not end with one */
  constructor(prefix: string) {
    this.#prefix = prefix;
  }

  /** The key whose existence marks the prefix as one of a storage. No key of the storage has it. */
  get mark(): string {
    return `${this.#prefix}${OTHERS}/tabplane`;
  }

  /** The first key of the storage, and the first one after all of its keys. */
  get range(): { readonly key: string; readonly range_end: string } {
    return { key: `${this.#prefix}/`, range_end: `${this.#prefix}0` };
  }

  inEtcd(key: string): string {
    return `${this.#prefix}${/^\/(?!\/)/.test(key) ? '' : OTHERS}${key}`;
  }

  /** Returns the key of the storage that a key in the range has. */
  ofEtcd(key: string): string {
    const own = key.slice(this.#prefix.length);
    return own.startsWith(OTHERS) ? own.slice(OTHERS.length) : own;
  }
}
