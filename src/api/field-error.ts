/** Validation errors of single fields, with the messages of apimachinery's field package. */

import { compareKeys } from './encoding/utf8.ts';
import { goNumber } from './values/go-number.ts';

/** The `reason` of a Status cause. */
export type FieldErrorReason =
  | 'FieldValueRequired'
  | 'FieldValueInvalid'
  | 'FieldValueDuplicate'
  | 'FieldValueNotFound'
  | 'FieldValueNotSupported'
  | 'FieldValueForbidden'
  | 'FieldValueTooLong'
  | 'FieldValueTooMany'
  | 'FieldValueTypeInvalid'
  | 'InternalError';

export interface FieldError {
  readonly reason: FieldErrorReason;
  /** Field path, such as `spec.ports[0].name`. */
  readonly field: string;
  /** Message of the cause: the reason in words, the value if it is shown, and the detail. */
  readonly message: string;
}

/** A value whose text is already in the server's form, such as the Go syntax of an internal struct. */
export class Verbatim {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}
export const verbatim = (text: string): Verbatim => new Verbatim(text);

/** Matches printable ASCII text without quotes and backslashes, as most texts are. */
const PLAIN = /^[ !#-[\]-~]*$/;

/** Returns a text as Go's %q formats it. */
export function quoted(text: string): string {
  if (PLAIN.test(text)) return `"${text}"`;
  let out = '"';
  for (const character of text) {
    const code = character.codePointAt(0) ?? 0;
    if (character === '"' || character === '\\') out += `\\${character}`;
    else if (character === '\n') out += '\\n';
    else if (character === '\t') out += '\\t';
    else if (character === '\r') out += '\\r';
    else if (character === '\u0007') out += '\\a';
    else if (character === '\b') out += '\\b';
    else if (character === '\f') out += '\\f';
    else if (character === '\v') out += '\\v';
    else if (code < 0x20 || code === 0x7f) out += `\\x${code.toString(16).padStart(2, '0')}`;
    else if (code === 0xfffd || /\p{L}|\p{M}|\p{N}|\p{P}|\p{S}| /u.test(character)) out += character;
    else out += code > 0xffff ? `\\U${code.toString(16).padStart(8, '0')}` : `\\u${code.toString(16).padStart(4, '0')}`;
  }
  return `${out}"`;
}

/** Returns a value as Go's %#v formats strings, numbers, slices and maps of strings; null becomes the text "null". */
export function valueText(value: unknown): string {
  if (value === null || value === undefined) return '"null"';
  if (value instanceof Verbatim) return value.text;
  if (typeof value === 'string') return quoted(value);
  if (Array.isArray(value)) {
    const type = value.every((item) => typeof item === 'string') ? 'string' : 'interface {}';
    return `[]${type}{${value.map(valueText).join(', ')}}`;
  }
  if (typeof value === 'object') {
    const entries = Object.entries(value).sort(compareKeys);
    return `map[string]string{${entries.map(([key, item]) => `${quoted(key)}:${valueText(item)}`).join(', ')}}`;
  }
  return typeof value === 'number' ? goNumber(value) : String(value);
}

const withDetail = (text: string, detail: string): string => (detail ? `${text}: ${detail}` : text);

export const required = (field: string, detail = ''): FieldError => ({
  reason: 'FieldValueRequired',
  field,
  message: withDetail('Required value', detail),
});
export const invalid = (field: string, value: unknown, detail: string): FieldError => ({
  reason: 'FieldValueInvalid',
  field,
  message: withDetail(`Invalid value: ${valueText(value)}`, detail),
});
export const duplicate = (field: string, value: unknown): FieldError => ({
  reason: 'FieldValueDuplicate',
  field,
  message: `Duplicate value: ${valueText(value)}`,
});
export const notFoundValue = (field: string, value: unknown): FieldError => ({
  reason: 'FieldValueNotFound',
  field,
  message: `Not found: ${valueText(value)}`,
});
/** `supported` is listed in the given order; sort it where the real server does. */
export const notSupported = (field: string, value: unknown, supported: readonly string[]): FieldError => ({
  reason: 'FieldValueNotSupported',
  field,
  message: withDetail(`Unsupported value: ${valueText(value)}`, supported.length ? supportedText(supported) : ''),
});

const supportedTexts = new WeakMap<readonly string[], string>();

/** Lists the supported values. The text of a shared list is cached. */
function supportedText(supported: readonly string[]): string {
  const known = supportedTexts.get(supported);
  if (known !== undefined) return known;
  const text = `supported values: ${supported.map(quoted).join(', ')}`;
  supportedTexts.set(supported, text);
  return text;
}
export const forbiddenField = (field: string, detail: string): FieldError => ({
  reason: 'FieldValueForbidden',
  field,
  message: withDetail('Forbidden', detail),
});
export const tooLong = (field: string, _value: unknown, maximum: number): FieldError => ({
  reason: 'FieldValueTooLong',
  field,
  message: `Too long: must have at most ${maximum} bytes`,
});
/** Reports a value or a list that is too long, without its value. */
export const tooLongMaximum = (field: string, maximum: number): FieldError => ({
  reason: 'FieldValueTooLong',
  field,
  message: `Too long: may not be longer than ${maximum}`,
});
export const tooMany = (field: string, actual: number, maximum: number): FieldError => ({
  reason: 'FieldValueTooMany',
  field,
  message: `Too many: ${actual}: ${maximum < 0 ? 'has too many items' : `must have at most ${maximum} items`}`,
});
export const typeInvalid = (field: string, value: unknown, detail: string): FieldError => ({
  reason: 'FieldValueTypeInvalid',
  field,
  message: withDetail(`Invalid value: ${valueText(value)}`, detail),
});

/** An error in the server rather than in the value. */
export const internalFieldError = (field: string, detail: string): FieldError => ({
  reason: 'InternalError',
  field,
  message: withDetail('Internal error', detail),
});

/** Returns an error as Status messages show it: `spec.replicas: Invalid value: -1: …`. */
export const fieldErrorText = (error: FieldError): string => `${error.field}: ${error.message}`;
