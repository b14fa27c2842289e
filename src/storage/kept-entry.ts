import { goJson } from '../api/encoding/go-json.ts';
import { type PackedTexts, SHORTEST_PACKED } from './packed-texts.ts';
import type { Entry, Value } from './storage.ts';
import type { Packed } from './template.ts';

/** Returns an entry in the form that is kept in memory. */
export function keptEntry(key: string, value: Value, createRevision: number, revision: number): Entry {
  const isShort = typeof value === 'string' && value.length < SHORTEST_PACKED;
  return isShort ? { key, value, createRevision, revision } : new KeptEntry(key, value, createRevision, revision);
}

/** An entry in memory. Once it is packed, its value is put together from a template whenever it is read. */
export class KeptEntry implements Entry {
  readonly key: string;
  readonly createRevision: number;
  readonly revision: number;
  #written: object | undefined;
  /** The value, once it was read and while it is not packed. */
  #text: string | undefined;
  #packed: Packed | undefined;

  constructor(key: string, value: Value, createRevision: number, revision: number) {
    this.key = key;
    this.createRevision = createRevision;
    this.revision = revision;
    if (typeof value === 'string') this.#text = value;
    else this.#written = value;
  }

  get value(): string {
    if (this.#packed) return this.#packed.text;
    this.#text ??= goJson(this.#written);
    return this.#text;
  }

  get length(): number {
    return (this.#packed ?? this.value).length;
  }

  get written(): object | undefined {
    return this.#written;
  }

  get isPacked(): boolean {
    return this.#packed !== undefined;
  }

  /**
   * Keeps only what the value has besides a template, if one fits. The text of an object is made only when none fits.
   * Whoever reads the written object may change it from now on.
   */
  pack(texts: PackedTexts): void {
    if (this.#packed) return;
    this.#packed = this.#written ? texts.packObject(this.key, this.#written) : texts.packText(this.key, this.value);
    this.#text = this.#packed ? undefined : this.value;
  }

  /** Forgets the written object, of which the text is enough. */
  forgetWritten(): void {
    this.#written = undefined;
  }
}
