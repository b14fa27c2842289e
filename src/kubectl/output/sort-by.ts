import { compareQuantities, parseQuantity, type Quantity } from '../../api/values/quantity.ts';
import { failure } from '../command-error.ts';
import { findJsonPath, relaxedExpression } from './json-path.ts';

/**
 * Sorts items by the value at a JSONPath, as `--sort-by` does: numbers and quantities by size, texts by their letters and the
 * numbers in them. Items without the value come first.
 * @throws CommandError when no item has the value
 */
export function sortedByPath<T>(items: readonly T[], path: string, objectOf: (item: T) => unknown): T[] {
  const expression = relaxedExpression(path);
  const keyed = items.map((item) => ({ item, value: findJsonPath(expression, objectOf(item))[0] }));
  if (keyed.length > 0 && keyed.every(({ value }) => value === undefined))
    throw failure(`couldn't find any field with path ${JSON.stringify(`{${expression}}`)} in the list of objects`);
  return keyed.sort((a, b) => compareValues(a.value, b.value)).map(({ item }) => item);
}

function compareValues(a: unknown, b: unknown): number {
  if (a === undefined || b === undefined) return a === b ? 0 : a === undefined ? -1 : 1;
  if (typeof a === 'number' && typeof b === 'number') return a - b;
  const [left, right] = [quantityOf(a), quantityOf(b)];
  if (left && right) return compareQuantities(left, right);
  return naturalOrder(String(a), String(b));
}

function quantityOf(value: unknown): Quantity | undefined {
  try {
    return parseQuantity(String(value));
  } catch {
    return undefined; // Not a quantity: it is compared as text.
  }
}

function naturalOrder(a: string, b: string): number {
  const [left, right] = [a, b].map((text) => text.match(/\d+|\D+/g) ?? []);
  for (const [index, part] of (left ?? []).entries()) {
    const other = right?.[index];
    if (other === undefined) return 1;
    if (part === other) continue;
    const difference = Number(part) - Number(other);
    if (difference) return difference;
    return part < other ? -1 : 1;
  }
  return (left?.length ?? 0) - (right?.length ?? 0);
}
