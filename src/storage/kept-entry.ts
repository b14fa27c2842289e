import { type PackedTexts, SHORTEST_PACKED } from './packed-texts.ts';
import type { Entry, Value } from './storage.ts';
import type { Template } from './template.ts';

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
  #template: Template | undefined;
  /** The value once it was read, or what it has besides the template. */
  #text: string | undefined;

  constructor(key: string, value: Value, createRevision: number, revision: number) {
    this.key = key;
    this.createRevision = createRevision;
    this.revision = revision;
    if (typeof value === 'string') this.#text = value;
    else this.#written = value;
  }

  get value(): string {
    if (this.#template) return this.#template.text(this.#text ?? '');
    this.#text ??= JSON.stringify(this.#written);
    return this.#text;
  }

  get length(): number {
    return this.#template ? this.#template.length + (this.#text?.length ?? 0) : this.value.length;
  }

  get written(): object | undefined {
    return this.#written;
  }

  get isPacked(): boolean {
    return this.#template !== undefined;
  }

  /** Keeps only what the value has besides a template, if one fits. A text that nobody has read is not even made. */
  pack(packed: PackedTexts): void {
    if (this.#template) return;
    const found =
      this.#text === undefined && this.#written
        ? packed.packObject(this.key, this.#written)
        : packed.packText(this.key, this.value);
    if (found) [this.#template, this.#text] = [found.template, found.own];
  }

  /** Forgets the written object, of which the text is enough. */
  forgetWritten(): void {
    if (!this.#template) this.#text = this.value;
    this.#written = undefined;
  }
}
