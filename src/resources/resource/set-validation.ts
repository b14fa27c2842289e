import { duplicate, type FieldError, tooLongMaximum } from '../../api/field-error.ts';

interface SetRules<T> {
  readonly maximum: number;
  keyOf(item: T): string;
  /** The path of the key within an item, such as `.uid`. */
  readonly keyField?: string;
  validateItem(item: T, field: string): FieldError[];
}

/** Requires a limited number of items with unique keys. Repeated items are not validated again. */
export function validateSet<T>(
  items: readonly T[],
  field: string,
  { maximum, keyOf, keyField = '', validateItem }: SetRules<T>,
): FieldError[] {
  const keys = new Set<string>();
  const errors = items.flatMap((item, index) => {
    const path = `${field}[${index}]`;
    const key = keyOf(item);
    if (keys.has(key)) return [duplicate(`${path}${keyField}`, key)];
    keys.add(key);
    return validateItem(item, path);
  });
  return items.length > maximum ? [...errors, tooLongMaximum(field, maximum)] : errors;
}
