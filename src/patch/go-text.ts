/** How Go's %v and reflect write decoded JSON. */

/** A value as %v writes it: `map[a:1 b:[x y]]`. */
export function goText(value: unknown): string {
  if (value === null || value === undefined) return '<nil>';
  if (Array.isArray(value)) return `[${value.map(goText).join(' ')}]`;
  if (typeof value !== 'object') return String(value);
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return `map[${entries.map(([key, item]) => `${key}:${goText(item)}`).join(' ')}]`;
}

/** The reflect.Kind of a decoded JSON value. */
export function goKind(value: unknown): string {
  if (Array.isArray(value)) return 'slice';
  if (typeof value === 'object') return 'map';
  if (typeof value === 'number') return Number.isInteger(value) ? 'int64' : 'float64';
  return typeof value === 'boolean' ? 'bool' : 'string';
}

/** The reflect.Type of a decoded JSON value; null has none. */
export function goType(value: unknown): string {
  if (value === null) return '<nil>';
  const kind = goKind(value);
  if (kind === 'slice') return '[]interface {}';
  return kind === 'map' ? 'map[string]interface {}' : kind;
}
