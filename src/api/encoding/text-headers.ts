/** Names and values that the platform's headers keep as they are. */
const PLAIN_NAME = /^[a-z0-9-]+$/;
/** Messages have few different names, which need not be examined again and again. */
const MOST_NAMES = 200;
const plainNames = new Set<string>();
const PLAIN_VALUE = /^[!-~](?:[ -~]*[!-~])?$/;

/** The entries of frozen objects, which clients give with every request. */
const frozenEntries = new WeakMap<HeadersInit, string[]>();

/**
 * The headers of a message between a client and a server in one process. They behave as the platform's, which take many
 * times as long, except that a repeated `Set-Cookie` is joined.
 */
export class TextHeaders implements Headers {
  /** Names and values in turn: messages have few headers, which are found sooner than the place in a map. */
  #entries: string[];
  /** Copies share the entries until one of them changes its own. */
  #isShared = false;

  constructor(init: HeadersInit = {}) {
    const known = init instanceof TextHeaders ? init.#share() : frozenEntries.get(init);
    this.#entries = known ?? [];
    this.#isShared = known !== undefined;
    if (known) return;
    if (Symbol.iterator in init) for (const [name, value] of new Headers(init)) this.append(name, value);
    else for (const name of Object.keys(init)) this.append(name, init[name] as string);
    if (Object.isFrozen(init)) frozenEntries.set(init, this.#share());
  }

  append(name: string, value: string): void {
    this.#unshare();
    const key = nameOf(name);
    const text = textOf(key, value);
    const place = this.#placeOf(key);
    if (place < 0) this.#entries.push(key, text);
    else this.#entries[place] = `${this.#entries[place]}, ${text}`;
  }

  set(name: string, value: string): void {
    this.#unshare();
    const key = nameOf(name);
    const text = textOf(key, value);
    const place = this.#placeOf(key);
    if (place < 0) this.#entries.push(key, text);
    else this.#entries[place] = text;
  }

  delete(name: string): void {
    this.#unshare();
    const place = this.#placeOf(nameOf(name));
    if (place >= 0) this.#entries.splice(place - 1, 2);
  }

  get(name: string): string | null {
    return this.#entries[this.#placeOf(nameOf(name))] ?? null;
  }

  has(name: string): boolean {
    return this.#placeOf(nameOf(name)) >= 0;
  }

  getSetCookie(): string[] {
    const cookies = this.get('set-cookie');
    return cookies === null ? [] : [cookies];
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

  /** Reports whether the name of any header begins with a text in lower case. */
  hasNameWith(prefix: string): boolean {
    for (let index = 0; index < this.#entries.length; index += 2)
      if (this.#entries[index]?.startsWith(prefix)) return true;
    return false;
  }

  /** Returns the entries for others: nobody changes them from now on. */
  #share(): string[] {
    this.#isShared = true;
    return this.#entries;
  }

  #unshare(): void {
    if (!this.#isShared) return;
    this.#entries = this.#entries.slice();
    this.#isShared = false;
  }

  /** Returns the index of a header's value; -1 without the header. */
  #placeOf(key: string): number {
    for (let index = 0; index < this.#entries.length; index += 2) if (this.#entries[index] === key) return index + 1;
    return -1;
  }

  #sorted(): [string, string][] {
    const entries: [string, string][] = [];
    for (let index = 0; index < this.#entries.length; index += 2)
      entries.push([this.#entries[index] ?? '', this.#entries[index + 1] ?? '']);
    return entries.length < 2 ? entries : entries.sort(([one], [other]) => (one < other ? -1 : 1));
  }
}

/** Everything but plain names and values is left to the platform, which rejects what no header can have. */
function normalized(name: string, value: string): [string, string] {
  const [entry] = new Headers([[name, value]]);
  return entry ?? [name, value];
}

const nameOf = (name: string): string => (isPlain(name) ? name : normalized(name, '')[0]);

const textOf = (name: string, value: string): string =>
  typeof value === 'string' && PLAIN_VALUE.test(value) ? value : normalized(name, value)[1];

function isPlain(name: string): boolean {
  if (plainNames.has(name)) return true;
  if (!PLAIN_NAME.test(name)) return false;
  if (plainNames.size < MOST_NAMES) plainNames.add(name);
  return true;
}
