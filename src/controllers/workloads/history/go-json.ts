import { isRecord } from '../../../api/object.ts';

const ESCAPES: Readonly<Record<string, string>> = {
  '<': '\\u003c',
  '>': '\\u003e',
  '&': '\\u0026',
  '\u2028': '\\u2028',
  '\u2029': '\\u2029',
};

/** Returns JSON as Go writes maps: with sorted keys, and with characters escaped that HTML would interpret. */
export const goJson = (value: unknown): string =>
  JSON.stringify(sorted(value)).replace(/[<>&\u2028\u2029]/g, (character) => ESCAPES[character] ?? character);

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (!isRecord(value)) return value;
  const names = Object.keys(value).sort();
  return Object.fromEntries(names.map((name) => [name, sorted(value[name])]));
}
