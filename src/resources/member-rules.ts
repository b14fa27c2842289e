import { duplicate, type FieldError, invalid, notSupported, required, tooMany } from '../api/field-error.ts';
import { goOptional } from './core/struct-difference/go-value.ts';
import { immutable } from './field-validation.ts';

/** Returns the errors of a value at a path. `owner` is the object that has the value as a member. */
export type Check<V, Owner = never> = (value: V, field: string, owner: Owner) => readonly FieldError[];

type Item<V> = V extends readonly (infer I)[] ? I : never;

/** A bound, and the detail of its error if it is not `must be greater (or less) than or equal to …`. */
type Bound = number | readonly [bound: number, detail: string];

/**
 * The checks of one member, in the order in which they are made. Undefined and null are valid unless the facts say
 * otherwise.
 */
export interface ValueFacts<V, Owner = never> {
  /** The name of the member in errors, if it differs. */
  readonly shownAs?: string;
  /** Rejects undefined and null, as for Go pointers. A text is the detail of the error. */
  readonly required?: true | string;
  /** Rejects empty texts and lists, undefined and null. A text is the detail of the error. */
  readonly notEmpty?: true | string;
  /** Whether an empty text counts as missing, as for Go strings that are not pointers. */
  readonly ignoresEmpty?: true;
  /** The value to check in place of undefined and null. */
  readonly absentIs?: V;
  readonly minimum?: Bound;
  readonly maximum?: Bound;
  readonly oneOf?: readonly string[];
  /** Returns the details of errors, such as `isDns1123Label`. */
  readonly format?: (value: V) => readonly string[];
  /** A further check. */
  readonly check?: Check<V, Owner>;
  readonly maximumItems?: number;
  /** The checks of each item of a list. */
  readonly each?: Rule<NonNullable<Item<V>>, V>;
  /** Rejects items that equal an earlier one, after the other errors of the item. A text is the member that differs. */
  readonly unique?: true | (string & keyof Item<V>);
}

/** The checks of one member: facts, or a function for special cases, which is only called with present values. */
export type Rule<V, Owner = never> = ValueFacts<V, Owner> | Check<V, Owner>;

/** The checks of an object's members, in the order in which the real server reports their errors. */
export type MemberRules<T> = { readonly [K in keyof T]?: Rule<NonNullable<T[K]>, T> };

/** The facts of a number that must not be negative. */
export const NONNEGATIVE = { minimum: 0 } as const;

type AnyRule = Rule<unknown, unknown>;

/** Returns a function that checks the members of an object. Undefined and null are objects without members. */
export function checkMembers<T extends object>(
  rules: MemberRules<T>,
): (object: T | null | undefined, field: string) => FieldError[] {
  const names = Object.keys(rules);
  const all = Object.values(rules) as AnyRule[];
  return (object, field) => {
    const errors: FieldError[] = [];
    const parent = field === '' ? '' : `${field}.`;
    for (let index = 0; index < names.length; index++) {
      const name = names[index] as string & keyof T;
      checkValue(all[index] as AnyRule, object?.[name], parent, name, object, errors);
    }
    return errors;
  };
}

/** Adds the errors of a value to `errors`. */
function checkValue(
  rule: AnyRule,
  value: unknown,
  parent: string,
  name: string,
  owner: unknown,
  errors: FieldError[],
): void {
  if (typeof rule === 'function') {
    if (value !== undefined && value !== null) append(errors, rule(value, parent + name, owner));
    return;
  }
  const given = value ?? rule.absentIs;
  const field = parent + (rule.shownAs ?? name);
  const isAbsent = given === undefined || given === null;
  const needed = rule.notEmpty ?? rule.required;
  if (needed !== undefined && (isAbsent || (rule.notEmpty !== undefined && isEmpty(given)))) {
    errors.push(required(field, needed === true ? '' : needed));
    return;
  }
  if (isAbsent || (given === '' && rule.ignoresEmpty)) return;
  if (Array.isArray(given)) checkItems(rule as ValueFacts<unknown[]>, given, field, errors);
  else checkScalar(rule, given, field, errors);
  if (rule.check) append(errors, rule.check(given, field, owner as never));
}

const isEmpty = (value: unknown): boolean => value === '' || (Array.isArray(value) && value.length === 0);

function checkScalar(
  { minimum, maximum, oneOf, format }: ValueFacts<unknown>,
  value: unknown,
  field: string,
  errors: FieldError[],
): void {
  if (minimum !== undefined) checkBound(value, minimum, 'greater', field, errors);
  if (maximum !== undefined) checkBound(value, maximum, 'less', field, errors);
  if (oneOf && !oneOf.includes(value as string)) errors.push(notSupported(field, value, oneOf));
  if (format) for (const message of format(value)) errors.push(invalid(field, value, message));
}

function checkBound(value: unknown, bound: Bound, side: 'greater' | 'less', field: string, errors: FieldError[]): void {
  const [limit, detail] = typeof bound === 'number' ? [bound, `must be ${side} than or equal to ${bound}`] : bound;
  // Integers of 64 bits are bigints, which compare with numbers.
  const isOutside = side === 'greater' ? (value as number) < limit : (value as number) > limit;
  if (isOutside) errors.push(invalid(field, value, detail));
}

function checkItems(
  { maximumItems, each, unique }: ValueFacts<unknown[]>,
  items: readonly unknown[],
  field: string,
  errors: FieldError[],
): void {
  if (maximumItems !== undefined && items.length > maximumItems) {
    errors.push(tooMany(field, items.length, maximumItems));
  }
  const seen = unique === undefined ? undefined : new Set<unknown>();
  for (let index = 0; index < items.length; index++) {
    if (each) checkValue(each as AnyRule, items[index], field, `[${index}]`, items, errors);
    if (!seen) continue;
    const suffix = unique === true ? '' : `.${unique}`;
    const key = unique === true ? items[index] : (items[index] as Record<string, unknown>)[unique ?? ''];
    if (seen.has(key)) errors.push(duplicate(`${field}[${index}]${suffix}`, key));
    seen.add(key);
  }
}

/** Adds errors one by one, because there may be too many for the arguments of a call. */
function append(errors: FieldError[], more: readonly FieldError[]): void {
  for (const error of more) errors.push(error);
}

/**
 * Returns a function that requires unchanged members: scalars (`true`), or structs, given by the Go type that errors
 * show.
 */
export function checkUnchanged<T extends object>(
  members: Readonly<Partial<Record<keyof T & string, true | string>>>,
): (object: T | undefined, live: T | undefined, field: string) => FieldError[] {
  const entries = Object.entries(members) as [keyof T & string, true | string][];
  return (object, live, field) =>
    entries.flatMap(([name, type]) => {
      const value = object?.[name];
      const shown = type === true ? value : goOptional(type, value as object | undefined);
      return immutable(value, live?.[name], field === '' ? name : `${field}.${name}`, shown);
    });
}
