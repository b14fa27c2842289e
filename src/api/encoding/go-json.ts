import { isRecord } from '../object.ts';
import { writeJson } from './exact-json.ts';
import { compareUtf8, sortUtf8 } from './utf8.ts';

/** Differences from JSON.stringify: Go escapes more characters, and has fewer short escape sequences. */
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
/** Go replaces unpaired surrogates. */
const inGo = (found: string): string => IN_GO.get(found) ?? '\\ufffd';

const ESCAPED = /[<>&\u2028\u2029]/g;
/** Matches a pair of backslashes as a whole, so that the second one does not begin an escape sequence. */
const DIFFERENT = /[<>&\u2028\u2029]|\\(?:[bf\\]|ud[89a-f]..)/g;
const PERHAPS_DIFFERENT = /\\[bfu]/;

/** Single-character searches are many times faster than a regular expression, and most texts have none of these. */
const hasEscaped = (json: string): boolean =>
  json.includes('<') || json.includes('>') || json.includes('&') || json.includes('\u2028') || json.includes('\u2029');

/** Returns foreign JSON as Go's encoder inserts it: it escapes some characters and keeps escape sequences. */
export const escapeLikeGo = (json: string): string => (hasEscaped(json) ? json.replace(ESCAPED, inGo) : json);

/** Returns the result of `writeJson` as Go's encoding/json writes the same value before Go 1.22. */
export const asGoWrites = (json: string): string =>
  hasEscaped(json) || (json.includes('\\') && PERHAPS_DIFFERENT.test(json)) ? json.replace(DIFFERENT, inGo) : json;

/**
 * Returns a JSON value as Go's encoding/json writes it, with members in their order.
 * @param indent spaces for each level; undefined for one line
 */
export const goJson = (value: unknown, indent?: number): string => asGoWrites(writeJson(value, indent));

/**
 * Like `goJson`, for JSON that a Go client or a patch wrote with sorted members: JavaScript moves members with integer
 * names to the front of their object. An object whose other members are not sorted keeps its order.
 */
export function rawGoJson(value: unknown): string {
  const json = goJson(value);
  return HAS_INTEGER_NAME.test(json) ? sortedWherePossible(value) : json;
}

function sortedWherePossible(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(sortedWherePossible).join(',')}]`;
  if (!isRecord(value)) return goJson(value ?? null);
  const names = definedNames(value);
  const others = names.filter((name) => !INTEGER.test(name));
  const isSorted = others.every((name, index) => index === 0 || compareUtf8(others[index - 1] ?? '', name) < 0);
  return writtenMembers(value, isSorted ? sortUtf8(names) : names, sortedWherePossible);
}

/** Matches a member with an integer name; a quotation mark within a string follows a backslash. */
const HAS_INTEGER_NAME = /[{,]"(?:0|[1-9]\d*)":/;

/** Matches names that JavaScript sorts as integers. */
const INTEGER = /^(?:0|[1-9]\d*)$/;

const definedNames = (value: Readonly<Record<string, unknown>>): string[] =>
  Object.keys(value).filter((name) => value[name] !== undefined);

const writtenMembers = (
  value: Readonly<Record<string, unknown>>,
  names: readonly string[],
  write: (member: unknown) => string,
): string => `{${names.map((name) => `${goJson(name)}:${write(value[name])}`).join(',')}}`;

/** Like `goJson`, for a value that is a map in Go: the members of all objects are sorted. */
export function sortedGoJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(sortedGoJson).join(',')}]`;
  if (!isRecord(value)) return goJson(value ?? null);
  return writtenMembers(value, sortUtf8(definedNames(value)), sortedGoJson);
}
