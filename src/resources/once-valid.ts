import type { FieldError } from '../api/field-error.ts';

/**
 * Returns a rule that caches valid frozen values, because the states of an object share unchanged parts. Undefined is
 * valid.
 */
export function onceValid<T extends object>(
  validate: (value: T, field: string) => FieldError[],
): (value: T | null | undefined, field: string) => FieldError[] {
  const valid = new WeakSet<T>();
  return (value, field) => {
    if (!value || valid.has(value)) return [];
    const errors = validate(value, field);
    if (errors.length === 0 && Object.isFrozen(value)) valid.add(value);
    return errors;
  };
}
