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
 * Returns a JSON value as Go's encoding/json writes it, with members in their order. JavaScript moves members with integer
 * names to the front of their object; only maps have such names, and Go sorts the members of maps. A map whose other
 * members are not sorted, as in foreign JSON that Go keeps, cannot be told from one in its own order and is not changed.
 * @param indent spaces for each level; undefined for one line
 */
export function goJson(value: unknown, indent?: number): string {
  const json = asGoWrites(writeJson(value, indent));
  return HAS_INTEGER_NAME.test(json) ? written(value, namesInGoOrder, lineBreaks(indent)) : json;
}

/** Like `goJson`, for a value that is a map in Go: the members of all objects are sorted. */
export const sortedGoJson = (value: unknown): string =>
  written(value, (map) => sortUtf8(definedNames(map)), lineBreaks(undefined));

/** Matches an object with an integer name, which comes first; a quotation mark within a string follows a backslash. */
const HAS_INTEGER_NAME = /\{\s*"(?:0|[1-9]\d*)":/;

/** Matches names that JavaScript sorts as integers. */
const INTEGER = /^(?:0|[1-9]\d*)$/;

/** Reports whether JavaScript moves a member with this name to the front of its object. */
export const isIntegerName = (name: string): boolean => INTEGER.test(name);

type Members = Readonly<Record<string, unknown>>;

const definedNames = (value: Members): string[] => Object.keys(value).filter((name) => value[name] !== undefined);

function namesInGoOrder(value: Members): string[] {
  const names = definedNames(value);
  if (!isIntegerName(names[0] ?? '')) return names;
  const others = names.filter((name) => !isIntegerName(name));
  const isSorted = others.every((name, index) => index === 0 || compareUtf8(others[index - 1] ?? '', name) < 0);
  return isSorted ? sortUtf8(names) : names;
}

interface LineBreaks {
  /** What follows the colon of a member. */
  readonly space: string;
  /** Returns what precedes an item or member of a level. */
  before(level: number): string;
}

const lineBreaks = (indent: number | undefined): LineBreaks =>
  indent === undefined
    ? { space: '', before: () => '' }
    : { space: ' ', before: (level) => `\n${' '.repeat(indent * level)}` };

function written(value: unknown, namesOf: (value: Members) => string[], breaks: LineBreaks, level = 0): string {
  const { space, before } = breaks;
  const within = (member: unknown): string => written(member, namesOf, breaks, level + 1);
  const enclosed = (start: string, parts: readonly string[], end: string): string =>
    parts.length > 0
      ? `${start}${parts.map((part) => `${before(level + 1)}${part}`).join(',')}${before(level)}${end}`
      : `${start}${end}`;
  if (Array.isArray(value)) return enclosed('[', value.map(within), ']');
  if (!isRecord(value)) return asGoWrites(writeJson(value ?? null));
  const members = namesOf(value).map((name) => `${asGoWrites(writeJson(name))}:${space}${within(value[name])}`);
  return enclosed('{', members, '}');
}
