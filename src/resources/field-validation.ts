import { type FieldError, invalid, required } from '../api/field-error.ts';
import { isDns1123Subdomain, isValidPercent, patternMessage } from '../api/names.ts';
import { goIntOrString, type IntOrString } from './go-text.ts';
import { semanticallyEqual } from './semantic-equality.ts';

const HTTP_PATH = String.raw`[A-Za-z0-9/\-._~%!$&'()*+,;=:]+`;

/** Rules that many kinds share (apimachinery's generic validation); an absent value breaks none of them. */
export const nonnegative = (value: number | null | undefined, field: string): FieldError[] =>
  value != null && value < 0 ? [invalid(field, value, 'must be greater than or equal to 0')] : [];

/** Several numbers of one object, by name. */
export function nonnegativeMembers<T extends object>(object: T, names: readonly (keyof T & string)[], field: string) {
  return names.flatMap((name) => {
    const value = object[name];
    return typeof value === 'number' ? nonnegative(value, `${field}.${name}`) : [];
  });
}

/** `shown` is how the message writes the value, where it is not written as itself. */
export const immutable = (value: unknown, live: unknown, field: string, shown: unknown = value): FieldError[] =>
  semanticallyEqual(value, live) ? [] : [invalid(field, shown, 'field is immutable')];

/** An error whose text leaves the value out. */
export const invalidWithoutValue = (field: string, detail: string): FieldError => ({
  reason: 'FieldValueInvalid',
  field,
  message: `Invalid value: ${detail}`,
});

/** Each message of a rule for names as an error of the field. */
export const invalidFor = (field: string, value: unknown, messages: readonly string[]): FieldError[] =>
  messages.map((message) => invalid(field, value, message));

/** A number of at least 0, or a percentage as text. */
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

/** The number, or that of the percentage; 0 for other texts. */
export const intOrPercentValue = (value: IntOrString | undefined): number => {
  if (typeof value === 'number') return value;
  const percent = percentOf(value);
  if (percent !== undefined) return percent;
  return /^[+-]?[0-9]+$/.test(value ?? '') ? Number(value) : 0;
};

/** `domain/path`, as the names of ingress controllers are. */
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
