import { type FieldError, invalid, required } from '../api/field-error.ts';
import type { ObjectMeta } from '../api/kinds/meta-v1.generated.ts';
import { isDns1123Subdomain, isValidPercent, patternMessage } from '../api/names.ts';
import { goIntOrString, type IntOrString } from './go-text.ts';
import { semanticallyEqual } from './semantic-equality.ts';

const HTTP_PATH = String.raw`[A-Za-z0-9/\-._~%!$&'()*+,;=:]+`;

/** Validation rules that many kinds share (apimachinery's generic validation). Undefined values are valid. */
export const nonnegative = (value: number | null | undefined, field: string): FieldError[] =>
  value != null && value < 0 ? [invalid(field, value, 'must be greater than or equal to 0')] : [];

/** Requires non-negative values for several members of an object. */
export function nonnegativeMembers<T extends object>(object: T, names: readonly (keyof T & string)[], field: string) {
  return names.flatMap((name) => {
    const value = object[name];
    return nonnegative(value as number | undefined, `${field}.${name}`);
  });
}

/** Requires an unchanged value. `shown` is the value in the message, if it differs. */
export const immutable = (value: unknown, live: unknown, field: string, shown: unknown = value): FieldError[] =>
  semanticallyEqual(value, live) ? [] : [invalid(field, shown, 'field is immutable')];

/** Returns an error whose message leaves out the value. */
export const invalidWithoutValue = (field: string, detail: string): FieldError => ({
  reason: 'FieldValueInvalid',
  field,
  message: `Invalid value: ${detail}`,
});

/** Returns the errors of a name and a generateName that differ from the only name that an object may have. */
export const requiredNameErrors = (metadata: ObjectMeta, name: string, message: string): FieldError[] =>
  (['generateName', 'name'] as const)
    .filter((field) => metadata[field] && metadata[field] !== name)
    .map((field) => invalid(`metadata.${field}`, metadata[field], message));

/** Returns each message of a name validation as an error of the field. */
export const invalidFor = (field: string, value: unknown, messages: readonly string[]): FieldError[] =>
  messages.map((message) => invalid(field, value, message));

/** Requires a non-negative integer or a percentage. */
export function nonnegativeIntOrPercent(value: IntOrString | undefined, field: string): FieldError[] {
  if (value === undefined) return [];
  if (typeof value === 'number') return nonnegative(value, field);
  return invalidFor(field, goIntOrString(value), isValidPercent(value));
}

const percentOf = (value: IntOrString | undefined): number | undefined =>
  typeof value === 'string' && isValidPercent(value).length === 0 ? Number(value.slice(0, -1)) : undefined;

export function atMost100Percent(value: IntOrString | undefined, field: string): FieldError[] {
  if (value === undefined || (percentOf(value) ?? 0) <= 100) return [];
  return [invalid(field, goIntOrString(value), 'must not be greater than 100%')];
}

/** Returns the number, or that of the percentage; 0 for other text. */
export const intOrPercentValue = (value: IntOrString | undefined): number => {
  if (typeof value === 'number') return value;
  const percent = percentOf(value);
  if (percent !== undefined) return percent;
  return /^[+-]?[0-9]+$/.test(value ?? '') ? Number(value) : 0;
};

/** Validates `domain/path`, the format of ingress controller names. */
export function validateDomainPrefixedPath(value: string, field: string): FieldError[] {
  if (value === '') return [required(field)];
  const [host = '', ...rest] = value.split('/');
  const path = rest.join('/');
  if (host === '' || path === '') {
    return [invalid(field, value, 'must be a domain-prefixed path (such as "acme.io/foo")')];
  }
  const isPath = new RegExp(`^${HTTP_PATH}$`).test(path);
  return [
    ...invalidFor(field, host, isDns1123Subdomain(host)),
    ...(isPath ? [] : [invalid(field, path, patternMessage('Invalid path', HTTP_PATH))]),
  ];
}
