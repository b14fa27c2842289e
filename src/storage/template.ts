/** What values of one shape have in common. `Own` is what a value has besides. */
export interface Template<Own> {
  /** The length of the text that the values have in common. */
  readonly length: number;
  /** Returns the text of the value that has `own` of its own. */
  text(own: Own): string;
  /** Returns the length of that text, or a little less. */
  lengthOf(own: Own): number;
}

/** A template that was learned from values, which are texts or stand for one. */
export interface LearnedTemplate<V, Own> extends Template<Own> {
  /** The length of the text that it was last learned from. */
  readonly sampleLength: number;
  /** Returns what a value has of its own; undefined when it has not the parts of the template. */
  own(value: V): Own | undefined;
  /** Returns a template for a further value, too; undefined when the value has another shape. */
  including(value: V): LearnedTemplate<V, Own> | undefined;
}

/** A value as what it has besides a template. */
export class Packed<Own = unknown> {
  readonly #template: Template<Own>;
  readonly own: Own;

  constructor(template: Template<Own>, own: Own) {
    this.#template = template;
    this.own = own;
  }

  get text(): string {
    return this.#template.text(this.own);
  }

  /** The length of the text, or a little less. */
  get length(): number {
    return this.#template.lengthOf(this.own);
  }
}

export const lengthOf = (parts: readonly string[]): number => parts.reduce((sum, part) => sum + part.length, 0);
