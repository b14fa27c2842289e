import { isRecord } from '../object.ts';
import { writeJson } from './exact-json.ts';

/** What JSON.stringify writes otherwise than Go: Go escapes more characters, and has fewer short escape sequences. */
const IN_GO: ReadonlyMap<string, string> = new Map([
  ['<', '\\u003c'],
  ['>', '\\u003e'],
  ['&', '\\u0026'],
  ['\u2028', '\\u2028'],
  ['\u2029', '\\u2029'],
  ['\\b', '\\u0008'],
  ['\\f', '\\u000c'],
  ['\\\\', '\\\\'],
]);
/** Go replaces halves of surrogate pairs. */
const inGo = (found: string): string => IN_GO.get(found) ?? '\\ufffd';

const ESCAPED = /[<>&\u2028\u2029]/g;
/** A pair of backslashes is found as a whole, so that none of it begins an escape sequence. */
const DIFFERENT = /[<>&\u2028\u2029]|\\(?:[bf\\]|ud[89a-f]..)/g;
const PERHAPS_DIFFERENT = /\\[bfu]/;

/** Searches for one character are many times faster than a regular expression, and most texts have none of these. */
const hasEscaped = (json: string): boolean =>
  json.includes('<') || json.includes('>') || json.includes('&') || json.includes('\u2028') || json.includes('\u2029');

/** Returns JSON from elsewhere as Go's encoder inserts it: some characters are escaped, escape sequences stay. */
export const escapeLikeGo = (json: string): string => (hasEscaped(json) ? json.replace(ESCAPED, inGo) : json);

/** Returns the result of `writeJson` as Go's encoding/json writes the same value before Go 1.22. */
export const asGoWrites = (json: string): string =>
  hasEscaped(json) || (json.includes('\\') && PERHAPS_DIFFERENT.test(json)) ? json.replace(DIFFERENT, inGo) : json;

/**
 * Returns a JSON value as Go's encoding/json writes it, with members in their order.
 * @param indent spaces for each level; undefined for one line
 */
export const goJson = (value: unknown, indent?: number): string => asGoWrites(writeJson(value, indent));

/** As `goJson` for a value that is a map in Go: with the members of all objects in sorted order. */
export function sortedGoJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(sortedGoJson).join(',')}]`;
  if (!isRecord(value)) return goJson(value ?? null);
  const names = Object.keys(value).filter((name) => value[name] !== undefined);
  return `{${names
    .sort()
    .map((name) => `${goJson(name)}:${sortedGoJson(value[name])}`)
    .join(',')}}`;
}
