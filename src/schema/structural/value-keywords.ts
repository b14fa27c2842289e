import { RE2JS } from '@bufbuild/re2';
import { errorText } from '../../api/error-text.ts';
import { type FieldError, invalid, notSupported, required, tooMany, verbatim } from '../../api/field-error.ts';
import type { JSONSchemaProps } from '../../api/kinds/apiextensions-v1.generated.ts';
import { goValue } from '../decoding/decode-custom.ts';

/** Returns the field of an error; the object itself has no path. */
export const shownPath = (path: string): string => (path === '' ? '<nil>' : path);

export const memberPath = (path: string, key: string): string => (path === '' ? key : `${path}.${key}`);

const breach = (path: string, value: unknown, words: string): FieldError =>
  invalid(shownPath(path), verbatim(goValue(value)), `${path} in body ${words}`);

/** Only the first violation is reported, as in the real server. */
export function textErrors(value: string, { maxLength, minLength, pattern }: JSONSchemaProps, path: string) {
  const length = [...value].length;
  if (maxLength !== undefined && length > maxLength) {
    const message = `Too long: may not be longer than ${maxLength}`;
    return [{ reason: 'FieldValueTooLong', field: shownPath(path), message } as const];
  }
  if (minLength !== undefined && length < minLength)
    return [breach(path, value, `should be at least ${minLength} chars long`)];
  const mismatch = pattern ? mismatchOf(value, pattern) : undefined;
  return mismatch === undefined ? [] : [breach(path, value, `should match '${mismatch}'`)];
}

/** Compiled patterns; a text says why a pattern is invalid. */
const patterns = new Map<string, RE2JS | string>();

/**
 * Returns the pattern when it matches no part of a value, with the reason when it is invalid; undefined when it matches.
 * Takes linear time.
 */
function mismatchOf(value: string, pattern: string): string | undefined {
  const expression = patterns.get(pattern) ?? compiled(pattern);
  patterns.set(pattern, expression);
  if (typeof expression === 'string') return `${pattern}, but pattern is invalid: ${expression}`;
  return expression.test(value) ? undefined : pattern;
}

function compiled(pattern: string): RE2JS | string {
  try {
    return RE2JS.compile(pattern);
  } catch (error) {
    return errorText(error);
  }
}

export function numberErrors(value: number, props: JSONSchemaProps, path: string): FieldError[] {
  const { multipleOf, maximum, minimum, exclusiveMaximum, exclusiveMinimum } = props;
  const errors: FieldError[] = [];
  if (multipleOf !== undefined && !Number.isInteger(value / multipleOf))
    errors.push(breach(path, value, `should be a multiple of ${multipleOf}`));
  if (minimum !== undefined && (exclusiveMinimum ? value <= minimum : value < minimum))
    errors.push(breach(path, value, `should be greater than ${exclusiveMinimum ? '' : 'or equal to '}${minimum}`));
  if (maximum !== undefined && (exclusiveMaximum ? value >= maximum : value > maximum))
    errors.push(breach(path, value, `should be less than ${exclusiveMaximum ? '' : 'or equal to '}${maximum}`));
  return errors;
}

export function sizeErrors(
  size: number,
  minimum: number | undefined,
  maximum: number | undefined,
  what: string,
  path: string,
): FieldError[] {
  // The real server shows 0 as the value when there are too few.
  if (minimum !== undefined && size < minimum) return [breach(path, 0, `should have at least ${minimum} ${what}`)];
  return maximum !== undefined && size > maximum ? [tooMany(shownPath(path), size, maximum)] : [];
}

export const missingMembers = (value: Record<string, unknown>, props: JSONSchemaProps, path: string): FieldError[] =>
  (props.required ?? []).filter((name) => value[name] === undefined).map((name) => required(memberPath(path, name)));

export function enumErrors(value: unknown, { enum: allowed }: JSONSchemaProps, path: string): FieldError[] {
  const values = (allowed ?? []) as readonly unknown[];
  if (values.length === 0 || values.some((item) => JSON.stringify(item) === JSON.stringify(value))) return [];
  const texts = values.map((item) => (typeof item === 'string' ? item : JSON.stringify(item)));
  const shown = typeof value === 'string' || value === null ? value : verbatim(goValue(value));
  return [notSupported(shownPath(path), shown, texts)];
}
