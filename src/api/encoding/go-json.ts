import { isRecord } from '../object.ts';
import { writeJson } from './exact-json.ts';

/** Characters that Go's encoder escapes although JSON does not require it. */
const ESCAPED = /[<>&\u2028\u2029]/g;
/** The same characters, and the escape sequences for which Go has others. A pair of backslashes is found as a whole. */
const DIFFERENT = /[<>&\u2028\u2029]|\\(?:[bf\\]|ud[89a-f]..)/g;

const unicodeEscape = (character: string): string => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;

/** Searches for one character are many times faster than a regular expression, and most texts have none of these. */
const hasEscaped = (json: string): boolean =>
  json.includes('<') || json.includes('>') || json.includes('&') || json.includes('\u2028') || json.includes('\u2029');

/** Returns JSON from elsewhere as Go's encoder inserts it: some characters are escaped, escape sequences stay. */
export const escapeLikeGo = (json: string): string => (hasEscaped(json) ? json.replace(ESCAPED, unicodeEscape) : json);

/** Returns the result of `writeJson` as Go's encoding/json writes the same value before Go 1.22. */
export const asGoWrites = (json: string): string =>
  hasEscaped(json) || (json.includes('\\') && /\\[bfu]/.test(json)) ? json.replace(DIFFERENT, goSequence) : json;

/** Go has no short sequences for backspace and form feed, and replaces halves of surrogate pairs. */
function goSequence(found: string): string {
  if (found === '\\\\') return found;
  if (found === '\\b') return '\\u0008';
  if (found === '\\f') return '\\u000c';
  return found.startsWith('\\') ? '\\ufffd' : unicodeEscape(found);
}

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
