import { isRecord } from '../api/object.ts';

/** Returns the Go type of a JSON value, as `%T` formats it. */
export function goTypeOf(value: unknown): string {
  if (value === null || value === undefined) return '<nil>';
  if (Array.isArray(value)) return '[]interface {}';
  switch (typeof value) {
    case 'string':
      return 'string';
    case 'boolean':
      return 'bool';
    case 'number':
      return Number.isInteger(value) ? 'int64' : 'float64';
    default:
      return 'map[string]interface {}';
  }
}

/** Returns a JSON value as `%v` formats it: `map[a:1 b:[x y]]`. */
export function goPlainText(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(goPlainText).join(' ')}]`;
  if (!isRecord(value)) return value === null ? '<nil>' : String(value);
  const keys = Object.keys(value).sort();
  return `map[${keys.map((key) => `${key}:${goPlainText(value[key])}`).join(' ')}]`;
}
