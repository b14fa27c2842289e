import { writeJson } from '../../api/encoding/exact-json.ts';
import {
  type FieldError,
  forbiddenField,
  invalid,
  notSupported,
  required,
  tooMany,
  verbatim,
} from '../../api/field-error.ts';
import type { JSONSchemaProps } from '../../api/kinds/apiextensions-v1.generated.ts';
import { goFloat, goInteger, goNumber, isGoInteger } from '../../api/values/go-number.ts';
import { goValue } from '../decoding/decode-custom.ts';
import { compileRegularExpression } from '../regular-expression.ts';
import { TooManyStepsError, type ValidationBudget } from './validation-budget.ts';

/** Returns the field of an error; the object itself has no path. */
export const shownPath = (path: string): string => path.replace(/^\./, '') || '<nil>';

const breach = (path: string, value: unknown, words: string): FieldError =>
  invalid(shownPath(path), verbatim(goValue(value)), `${path} in body ${words}`);

/** Returns the number of characters. Some characters are two code units. */
function lengthOf(text: string): number {
  let length = text.length;
  for (let index = 0; index < text.length; index++) if ((text.codePointAt(index) ?? 0) > 0xffff) length--;
  return length;
}

/** Only the first violation is reported, as in the real server. */
export function textErrors(
  value: string,
  { maxLength, minLength, pattern }: JSONSchemaProps,
  path: string,
  budget: ValidationBudget,
): FieldError[] {
  const length = maxLength === undefined && minLength === undefined ? 0 : lengthOf(value);
  if (maxLength !== undefined && length > maxLength) {
    const message = `Too long: may not be longer than ${maxLength}`;
    return [{ reason: 'FieldValueTooLong', field: shownPath(path), message }];
  }
  if (minLength !== undefined && length < minLength)
    return [breach(path, value, `should be at least ${minLength} chars long`)];
  return pattern ? patternErrors(value, pattern, path, budget) : [];
}

function patternErrors(value: string, pattern: string, path: string, budget: ValidationBudget): FieldError[] {
  const mismatch = (shown: string) => [breach(path, value, `should match '${shown}'`)];
  try {
    const compiled = compileRegularExpression(pattern, budget);
    if (typeof compiled === 'string') return mismatch(`${pattern}, but pattern is invalid: ${compiled}`);
    return compiled.test(value, budget) ? [] : mismatch(pattern);
  } catch (error) {
    if (error instanceof TooManyStepsError) return [forbiddenField(shownPath(path), PATTERN_BUDGET_ERROR)];
    throw error;
  }
}

const PATTERN_BUDGET_ERROR = 'the value is too long for its pattern: matching exceeds the budget of a request';

/** The bounds of an integer are truncated to integers. */
export function numberErrors(value: number | bigint, props: JSONSchemaProps, path: string): FieldError[] {
  const { multipleOf, maximum, minimum, exclusiveMaximum, exclusiveMinimum } = props;
  const isInteger = typeof value === 'bigint' || isGoInteger(value);
  // Schemas read from storage have integer bounds as bigints.
  const bound = (sent: number): number => (isInteger ? goInteger(Number(sent)) : Number(sent));
  const shown = isInteger ? goNumber : goFloat;
  const errors: FieldError[] = [];
  if (multipleOf !== undefined) errors.push(...factorErrors(value, bound(multipleOf), shown, path));
  if (maximum !== undefined) {
    const most = bound(maximum);
    if (exclusiveMaximum ? value >= most : value > most)
      errors.push(breach(path, value, `should be less than ${exclusiveMaximum ? '' : 'or equal to '}${shown(most)}`));
  }
  if (minimum !== undefined) {
    const least = bound(minimum);
    if (exclusiveMinimum ? value <= least : value < least)
      errors.push(
        breach(path, value, `should be greater than ${exclusiveMinimum ? '' : 'or equal to '}${shown(least)}`),
      );
  }
  return errors;
}

function factorErrors(
  value: number | bigint,
  factor: number,
  shown: (number: number) => string,
  path: string,
): FieldError[] {
  if (factor <= 0) {
    const message = `factor MultipleOf declared for ${path} must be positive: ${shown(factor)}`;
    return [invalid(shownPath(path), verbatim(shown(factor)), message)];
  }
  const isMultiple = typeof value === 'bigint' ? value % BigInt(factor) === 0n : Number.isInteger(value / factor);
  return isMultiple ? [] : [breach(path, value, `should be a multiple of ${shown(factor)}`)];
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
  (props.required ?? [])
    .filter((name) => value[name] === undefined)
    .map((name) => required(shownPath(`${path}.${name}`)));

/** The values of an enum as JSON, and as errors show them. */
interface Choices {
  readonly values: ReadonlySet<string>;
  readonly texts: readonly string[];
}

const choicesOf = new WeakMap<readonly unknown[], Choices>();

function readChoices(allowed: readonly unknown[]): Choices {
  const known = choicesOf.get(allowed);
  if (known) return known;
  const choices = {
    values: new Set(allowed.map((item) => writeJson(item))),
    texts: allowed.map((item) => (typeof item === 'string' ? item : writeJson(item))),
  };
  choicesOf.set(allowed, choices);
  return choices;
}

/**
 * Go converts a number to the type of each choice: a fraction is truncated, and an integer becomes the character with
 * that code.
 */
function isConvertible(value: unknown, choices: ReadonlySet<string>): boolean {
  if (typeof value !== 'number') return false;
  if (!isGoInteger(value)) return choices.has(String(goInteger(value)));
  const character = value >= 0 && value <= 0x10ffff ? String.fromCodePoint(value) : '\ufffd';
  return choices.has(JSON.stringify(character));
}

export function enumErrors(value: unknown, { enum: allowed }: JSONSchemaProps, path: string): FieldError[] {
  if (!allowed || allowed.length === 0) return [];
  const { values, texts } = readChoices(allowed);
  if (values.has(writeJson(value)) || isConvertible(value, values)) return [];
  const shown = typeof value === 'string' || value === null ? value : verbatim(goValue(value));
  return [notSupported(shownPath(path), shown, texts)];
}
