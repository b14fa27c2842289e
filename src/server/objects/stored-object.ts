import { deepFreeze } from '../../api/deep-freeze.ts';
import type { ApiObject } from '../../api/object.ts';
import type { Entry } from '../../storage/storage.ts';

/** Stands where the revision of the entry is put in when it is read: metadata comes before anything free-form. */
const PLACEHOLDER = '"resourceVersion":""';
const API_VERSION = ',"apiVersion":"';
const METADATA = ',"metadata":{';

/**
 * An object as stored text: kind, apiVersion and metadata first, and in metadata what is a plain string first, so that
 * the place of the resourceVersion is found without parsing.
 */
export function encodeForStorage(object: ApiObject): string {
  const { kind, apiVersion, metadata, ...rest } = object;
  const { name, generateName, namespace, selfLink, uid, resourceVersion: _, ...details } = metadata;
  const first = { name, generateName, namespace, selfLink, uid, resourceVersion: '' };
  return JSON.stringify({ kind, apiVersion, metadata: { ...first, ...details }, ...rest });
}

/** One version of an object as the store holds it: ready JSON, parsed only when somebody looks inside. */
export class StoredObject {
  readonly key: string;
  /** Its resourceVersion. */
  readonly revision: number;
  readonly #text: string;
  #json: string | undefined;
  #object: ApiObject | undefined;

  constructor(key: string, text: string, revision: number) {
    this.key = key;
    this.revision = revision;
    this.#text = text;
  }

  /** Whether an entry holds this state. A database that was created anew can use a revision again. */
  isStateOf({ revision, value }: Entry): boolean {
    return this.revision === revision && this.#text === value;
  }

  /** Read from the head of the text. */
  get apiVersion(): string {
    const start = this.#text.indexOf(API_VERSION) + API_VERSION.length;
    return this.#text.slice(start, this.#text.indexOf('"', start));
  }

  /** The whole object, in the stored version. */
  json(): string {
    if (this.#json === undefined) {
      const at = this.#text.indexOf(PLACEHOLDER) + PLACEHOLDER.length - 1;
      this.#json = `${this.#text.slice(0, at)}${this.revision}${this.#text.slice(at)}`;
    }
    return this.#json;
  }

  /** As items of a built-in list are written: without kind and apiVersion. */
  itemJson(): string {
    const json = this.json();
    return `{${json.slice(json.indexOf(METADATA) + 1)}`;
  }

  /** Deeply frozen, in the stored version. */
  get object(): ApiObject {
    this.#object ??= deepFreeze(JSON.parse(this.json()) as ApiObject);
    return this.#object;
  }

  /** The same state under another revision: what a DELETED event shows. */
  at(revision: number): StoredObject {
    return new StoredObject(this.key, this.#text, revision);
  }
}
