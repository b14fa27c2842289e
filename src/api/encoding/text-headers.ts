/** Names and values that the platform's headers keep as they are. */
const PLAIN_NAME = /^[a-z0-9-]+$/;
/** Messages have few different names, which need not be examined again and again. */
const MOST_NAMES = 200;
const plainNames = new Set<string>();
const PLAIN_VALUE = /^[!-~](?:[ -~]*[!-~])?$/;

/**
 * The headers of a message between a client and a server in one process. They behave as the platform's, which take many
 * times as long, except that a repeated `Set-Cookie` is joined.
 */
export class TextHeaders implements Headers {
  readonly #values: Map<string, string>;

  constructor(init: HeadersInit = {}) {
    if (init instanceof TextHeaders) {
      this.#values = new Map(init.#values);
      return;
    }
    this.#values = new Map();
    const entries = Symbol.iterator in init ? new Headers(init) : Object.entries(init);
    for (const [name, value] of entries) this.append(name, value);
  }

  append(name: string, value: string): void {
    const [key, text] = normalized(name, value);
    const former = this.#values.get(key);
    this.#values.set(key, former === undefined ? text : `${former}, ${text}`);
  }

  set(name: string, value: string): void {
    this.#values.set(...normalized(name, value));
  }

  delete(name: string): void {
    this.#values.delete(nameOf(name));
  }

  get(name: string): string | null {
    return this.#values.get(nameOf(name)) ?? null;
  }

  has(name: string): boolean {
    return this.#values.has(nameOf(name));
  }

  getSetCookie(): string[] {
    const cookies = this.#values.get('set-cookie');
    return cookies === undefined ? [] : [cookies];
  }

  forEach(callback: (value: string, name: string, headers: Headers) => void, thisArgument?: unknown): void {
    for (const [name, value] of this.#sorted()) callback.call(thisArgument, value, name, this);
  }

  entries() {
    return this.#sorted().values();
  }

  keys() {
    return this.#sorted()
      .map(([name]) => name)
      .values();
  }

  values() {
    return this.#sorted()
      .map(([, value]) => value)
      .values();
  }

  [Symbol.iterator]() {
    return this.entries();
  }

  #sorted(): [string, string][] {
    const entries = [...this.#values];
    return entries.length < 2 ? entries : entries.sort(([one], [other]) => (one < other ? -1 : 1));
  }
}

/** Everything but plain names and values is left to the platform, which rejects what no header can have. */
function normalized(name: string, value: string): [string, string] {
  if (isPlain(name) && typeof value === 'string' && PLAIN_VALUE.test(value)) return [name, value];
  const [entry] = new Headers([[name, value]]);
  return entry ?? [name, value];
}

function nameOf(name: string): string {
  return isPlain(name) ? name : normalized(name, '')[0];
}

function isPlain(name: string): boolean {
  if (plainNames.has(name)) return true;
  if (!PLAIN_NAME.test(name)) return false;
  if (plainNames.size < MOST_NAMES) plainNames.add(name);
  return true;
}
