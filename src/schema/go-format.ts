import { compareKeys } from '../api/encoding/utf8.ts';
import { goNumber, isGoInteger } from '../api/values/go-number.ts';

/** Formats decoded JSON like Go's %v, %s and reflect. */

/** Returns a value as %v formats it: `map[a:1 b:[x y]]`. */
export function goText(value: unknown): string {
  if (value === null || value === undefined) return '<nil>';
  if (Array.isArray(value)) return `[${value.map(goText).join(' ')}]`;
  if (typeof value === 'number') return goNumber(value);
  if (typeof value !== 'object') return String(value);
  const entries = Object.entries(value).sort(compareKeys);
  return `map[${entries.map(([key, item]) => `${key}:${goText(item)}`).join(' ')}]`;
}

/** Returns a value as %s formats it: strings unchanged, other values with their type (`%!s(int64=1)`). */
export function goString(value: unknown): string {
  if (typeof value === 'string') return value;
  return value === null ? '%!s(<nil>)' : stringWithin(value);
}

function stringWithin(value: unknown): string {
  if (value === null || typeof value === 'string') return goText(value);
  if (Array.isArray(value)) return `[${value.map(stringWithin).join(' ')}]`;
  if (typeof value !== 'object') return `%!s(${goKind(value)}=${goText(value)})`;
  const entries = Object.entries(value as object).sort(compareKeys);
  return `map[${entries.map(([key, item]) => `${key}:${stringWithin(item)}`).join(' ')}]`;
}

/** Returns the reflect.Kind of a decoded JSON value. */
export function goKind(value: unknown): string {
  if (Array.isArray(value)) return 'slice';
  if (typeof value === 'object') return 'map';
  if (typeof value === 'number') return isGoInteger(value) ? 'int64' : 'float64';
  if (typeof value === 'bigint') return 'int64';
  return typeof value === 'boolean' ? 'bool' : 'string';
}

/** Returns the reflect.Type of a decoded JSON value; `<nil>` for null. */
export function goType(value: unknown): string {
  if (value === null) return '<nil>';
  const kind = goKind(value);
  if (kind === 'slice') return '[]interface {}';
  return kind === 'map' ? 'map[string]interface {}' : kind;
}
