import type { Entry } from './storage.ts';
import type { TextTemplate } from './text-template.ts';
import { SHORTEST_PACKED, type TextTemplates } from './text-templates.ts';

/** Returns an entry in the form that is kept in memory. */
export const keptEntry = (entry: Entry): Entry => (entry.value.length < SHORTEST_PACKED ? entry : new KeptEntry(entry));

/** An entry in memory. Once it is packed, its value is put together from a template whenever it is read. */
export class KeptEntry implements Entry {
  readonly key: string;
  readonly createRevision: number;
  readonly revision: number;
  #template: TextTemplate | undefined;
  /** The value, or what it has besides the template. */
  #text: string;

  constructor({ key, value, createRevision, revision }: Entry) {
    this.key = key;
    this.createRevision = createRevision;
    this.revision = revision;
    this.#text = value;
  }

  get value(): string {
    return this.#template ? this.#template.text(this.#text) : this.#text;
  }

  get isPacked(): boolean {
    return this.#template !== undefined;
  }

  /** Keeps only what the value has besides a template, if one fits. */
  pack(templates: TextTemplates): void {
    if (this.#template) return;
    const packed = templates.pack(this.key, this.#text);
    if (packed) [this.#template, this.#text] = [packed.template, packed.own];
  }
}
