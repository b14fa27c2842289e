import { goJson } from '../api/encoding/go-json.ts';
import { type PackedTexts, SHORTEST_PACKED } from './packed-texts.ts';
import type { Entry, Value } from './storage.ts';
import type { Packed } from './template.ts';

/** Returns an entry in its in-memory form. */
export function keptEntry(key: string, value: Value, createRevision: number, revision: number): Entry {
  const isShort = typeof value === 'string' && value.length < SHORTEST_PACKED;
  return isShort ? { key, value, createRevision, revision } : new KeptEntry(key, value, createRevision, revision);
}

/** An entry in memory. Once it is packed, each read assembles its value from a template. */
export class KeptEntry implements Entry {
  readonly key: string;
  readonly createRevision: number;
  readonly revision: number;
  #written: object | undefined;
  /** The cached value of an unpacked entry. */
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
   * Keeps only the difference between the value and a template, if one fits. The text of an object is only created when
   * none fits. After this call, readers of the written object may change it.
   */
  pack(texts: PackedTexts): void {
    if (this.#packed) return;
    this.#packed = this.#written ? texts.packObject(this.key, this.#written) : texts.packText(this.key, this.value);
    this.#text = this.#packed ? undefined : this.value;
  }

  /** Drops the written object. The text remains. */
  forgetWritten(): void {
    this.#written = undefined;
  }
}
