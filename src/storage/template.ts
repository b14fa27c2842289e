/** The common parts of values of one shape. `Own` is the type of a value's own parts. */
export interface Template<Own> {
  /** The length of the common text. */
  readonly length: number;
  /** Returns the text of the value with the own parts. */
  text(own: Own): string;
  /** Returns the length of that text, or a little less. */
  lengthOf(own: Own): number;
}

/** A template learned from values, which are texts or objects. */
export interface LearnedTemplate<V, Own> extends Template<Own> {
  /** The length of the last text that the template was learned from. */
  readonly sampleLength: number;
  /** Returns the own parts of a value; undefined if it does not fit the template. */
  own(value: V): Own | undefined;
  /** Returns a template that also fits a further value; undefined if the value has another shape. */
  including(value: V): LearnedTemplate<V, Own> | undefined;
}

/** A value as a template and its own parts. */
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
