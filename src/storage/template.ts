/** What texts of one shape have in common: a text is these parts with a part of its own between any two. */
export interface Template {
  /** The length of what the texts have in common. */
  readonly length: number;
  /** Returns the text that has `own` of its own. */
  text(own: string): string;
}

/** A template that was learned from values, which are texts or stand for one. */
export interface LearnedTemplate<V> extends Template {
  /** The length of the text that it was last learned from. */
  readonly sampleLength: number;
  /** Returns what the text of a value has of its own; undefined when it has not the parts of the template. */
  own(value: V): string | undefined;
  /** Returns a template for a further value, too; undefined when the value has another shape. */
  including(value: V): LearnedTemplate<V> | undefined;
}

/** A text as what it has besides a template. */
export interface Packed {
  readonly template: Template;
  readonly own: string;
}

/** Stands between the parts of a text that are its own. JSON has none outside of its white space. */
const SEPARATOR = '\n';
const SEPARATOR_CODE = SEPARATOR.charCodeAt(0);

/** Begins a reference to an earlier own part, which is equal: one name or time stands in several places of an object. */
const REFERENCE = '\r';
const SHORTEST_REFERRED = 12;

/** Reports whether the own parts of a text can be told apart when they are joined. */
export const isSeparable = (text: string): boolean => !text.includes(SEPARATOR) && !text.includes(REFERENCE);

/** Adds a part, or a reference to an earlier one that is equal. Its number is below that of characters with two bytes. */
export function addOwn(own: string[], part: string): void {
  const earlier = part.length < SHORTEST_REFERRED ? -1 : own.indexOf(part);
  const isReferred = earlier >= 0 && earlier <= 255 && earlier !== SEPARATOR_CODE;
  own.push(isReferred ? REFERENCE + String.fromCharCode(earlier) : part);
}

/** The last separator makes it a text of its own in any case: a slice would keep the whole text in memory. */
export const joinedOwn = (own: readonly string[]): string => own.join(SEPARATOR) + SEPARATOR;

/** Returns a text from its parts and what it has of its own. */
export function textOf(parts: readonly string[], own: string): string {
  const owned = own.split(SEPARATOR);
  const texts: string[] = [];
  for (let index = 0; index < parts.length - 1; index++) {
    const part = owned[index] ?? '';
    const isReference = part.startsWith(REFERENCE);
    texts.push(parts[index] ?? '', isReference ? (owned[part.charCodeAt(1)] ?? '') : part);
  }
  texts.push(parts.at(-1) ?? '');
  return texts.join('');
}

export const lengthOf = (parts: readonly string[]): number => parts.reduce((sum, part) => sum + part.length, 0);
