import { parseJson } from '../../api/encoding/exact-json.ts';
import { goJson } from '../../api/encoding/go-json.ts';
import { deepFreeze } from '../../api/memory/deep-freeze.ts';
import { frozenLike } from '../../api/memory/frozen-like.ts';
import { type ApiObject, setMember } from '../../api/object.ts';
import type { Entry } from '../../storage/storage.ts';

type StateEntry = Pick<Entry, 'key' | 'value' | 'length' | 'revision'>;

/** The place where reads insert the revision of the entry. Metadata precedes any free-form text. */
const PLACEHOLDER = '"resourceVersion":""';
const API_VERSION = ',"apiVersion":"';
const METADATA = ',"metadata":{';

/** Returns an object as stored text. */
export const encodeForStorage = (object: ApiObject): string => goJson(inStoredOrder(object));

/** The members that come first, in this order. */
const FIRST = ['kind', 'apiVersion', 'metadata'];
const FIRST_OF_METADATA = ['name', 'generateName', 'namespace', 'selfLink', 'uid', 'resourceVersion'];

/**
 * Returns a copy of an object with its members in stored order: kind, apiVersion and metadata come first, and in metadata
 * the plain strings, so that the resourceVersion, which is empty in storage, is found in the text without parsing.
 */
export function inStoredOrder(object: ApiObject, resourceVersion = ''): ApiObject {
  const metadata = copyWith(object.metadata, 'resourceVersion', resourceVersion, FIRST_OF_METADATA);
  return copyWith(object, 'metadata', metadata, FIRST);
}

/**
 * Returns a copy with one member set, and the named members first. It copies member by member, which is many times faster
 * than spreading objects of all shapes.
 */
function copyWith<T extends object>(object: T, set: string, value: unknown, first: readonly string[] = []): T {
  const members = object as Record<string, unknown>;
  const copy: Record<string, unknown> = {};
  for (const name of first) {
    const member = name === set ? value : members[name];
    if (member !== undefined) copy[name] = member;
  }
  for (const name in members) if (!first.includes(name)) setMember(copy, name, name === set ? value : members[name]);
  return copy as T;
}

/** The origin of a state's object, so that its text need not be parsed. */
export interface StateOrigin {
  /** The object that was written. The state sets its resourceVersion. */
  readonly written: ApiObject;
  /** A similar frozen object: of the previous state, or of another object of the collection. */
  readonly like: ApiObject | undefined;
}

/**
 * One stored version of an object: ready JSON, parsed on first access. The text with its revision is not cached,
 * because it would be a second copy.
 */
export class StoredObject {
  /** The resourceVersion. */
  readonly revision: number;
  /** The value is not copied, because the storage may keep it in a smaller form. */
  readonly #entry: StateEntry;
  #object: ApiObject | undefined;
  #origin: StateOrigin | undefined;

  constructor(entry: StateEntry, origin?: StateOrigin, revision = entry.revision) {
    this.#entry = entry;
    this.revision = revision;
    this.#origin = origin;
  }

  get key(): string {
    return this.#entry.key;
  }

  /** About the length of `json()`. */
  get length(): number {
    return this.#entry.length ?? this.#entry.value.length;
  }

  /** Reports whether an entry has this state. A copy of a storage may reuse a revision. */
  isStateOf(entry: StateEntry): boolean {
    return this.#entry === entry || (this.revision === entry.revision && this.#entry.value === entry.value);
  }

  /** Read from the start of the text when the object is not cached. */
  get apiVersion(): string {
    const object = this.#object ?? this.#origin?.written;
    if (object) return object.apiVersion;
    const { value } = this.#entry;
    const start = value.indexOf(API_VERSION) + API_VERSION.length;
    return value.slice(start, value.indexOf('"', start));
  }

  /** Returns the whole object, in the stored version. */
  json(): string {
    const { value } = this.#entry;
    return this.#withRevision(value, 0);
  }

  /** Returns the whole object; undefined if it is stored in another version. Reads the text once, unlike `apiVersion`. */
  jsonIn(apiVersion: string): string | undefined {
    const { value } = this.#entry;
    return isIn(value, apiVersion) ? this.#withRevision(value, 0) : undefined;
  }

  /** Returns the object as an item of a built-in list, without kind and apiVersion; undefined if it is stored in another version. */
  itemJsonIn(apiVersion: string): string | undefined {
    const { value } = this.#entry;
    return isIn(value, apiVersion) ? `{${this.#withRevision(value, value.indexOf(METADATA) + 1)}` : undefined;
  }

  /** Returns the text from a position before the metadata on. */
  #withRevision(value: string, start: number): string {
    const at = value.indexOf(PLACEHOLDER, start) + PLACEHOLDER.length - 1;
    return `${value.slice(start, at)}${this.revision}${value.slice(at)}`;
  }

  /** The object in the stored version, deeply frozen. */
  get object(): ApiObject {
    this.#object ??= this.#read(true);
    this.#origin = undefined;
    return this.#object;
  }

  /** The object; undefined unless it is cached. */
  get keptObject(): ApiObject | undefined {
    return this.#object;
  }

  /**
   * Returns the object for the response to its write. Only caches it when a reader has already requested it, because
   * most objects, such as events, are never read again.
   */
  takeObject(): ApiObject {
    const object = this.#object ?? this.#read(false);
    this.#origin = undefined;
    return object;
  }

  #read(isKept: boolean): ApiObject {
    if (!this.#origin) return deepFreeze(parseJson(this.json()) as ApiObject);
    const { written, like } = this.#origin;
    const object = withRevision(written, this.revision);
    return isKept && like ? frozenLike(object, like) : deepFreeze(object);
  }

  /** Returns the same state with another revision, as in a DELETED event. */
  at(revision: number): StoredObject {
    const written = this.#object ?? this.#origin?.written;
    return new StoredObject(this.#entry, written && { written, like: this.#object }, revision);
  }
}

/** Reports whether an object is stored in a version. */
const isIn = (value: string, apiVersion: string): boolean =>
  value.startsWith(`${apiVersion}"`, value.indexOf(API_VERSION) + API_VERSION.length);

/** Returns a written object with its revision. Copies the object only when another state already owns it. */
function withRevision(written: ApiObject, revision: number): ApiObject {
  const resourceVersion = String(revision);
  const { metadata } = written;
  if (metadata.resourceVersion === resourceVersion) return written;
  if (Object.isFrozen(metadata))
    return copyWith(written, 'metadata', copyWith(metadata, 'resourceVersion', resourceVersion));
  metadata.resourceVersion = resourceVersion;
  return written;
}
