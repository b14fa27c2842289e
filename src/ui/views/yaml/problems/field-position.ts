import { isMap, isScalar, isSeq, type LineCounter, type Pair, type ParsedNode, type YAMLMap, type YAMLSeq } from 'yaml';
import type { YamlDocument } from '../yaml-documents.ts';

/** A range of text with one-based lines and columns and an exclusive end. */
export interface TextRange {
  readonly line: number;
  readonly column: number;
  readonly endLine: number;
  readonly endColumn: number;
}
export interface FieldPosition extends TextRange {
  /** False when the field is missing: the position is that of its nearest ancestor. */
  readonly isExact: boolean;
}

/** A field of a document, or its nearest existing ancestor. */
export interface FoundField {
  readonly key: ParsedNode | undefined;
  readonly value: ParsedNode | null | undefined;
  /** The missing rest of the path; empty for the field itself. */
  readonly rest: string;
}

/** Disambiguates a path without list indexes. */
export interface FieldHints {
  /** JSON type of the value in Go's terms: `string`, `number`, `bool`, `array`, `object`. */
  readonly valueType?: string | undefined;
}

/**
 * Finds a field. `field` is a path as the server formats it: `spec.containers[0].name`, `data[a key]`, or with a
 * leading dot as in server-side apply, `.spec.containers[name="web"].image`, in which keys may contain dots. Go's
 * decoder omits indexes: `spec.containers.name`. Keys match case-insensitively when none matches exactly.
 */
export function findField(document: YamlDocument, field: string, { valueType }: FieldHints = {}): FoundField {
  const all = [...reach({ key: undefined, value: document.contents, rest: field.replace(/^\./, '') })];
  const exact = all.filter(({ rest }) => rest === '');
  const fitting = valueType ? exact.find(({ value }) => goTypeOf(value) === valueType) : undefined;
  const nearest = all.reduce((best, one) => (one.rest.length < best.rest.length ? one : best), all[0] ?? NOTHING);
  return fitting ?? exact[0] ?? nearest;
}

const NOTHING: FoundField = { key: undefined, value: undefined, rest: '' };

export function fieldPosition(
  document: YamlDocument,
  lines: LineCounter,
  field: string,
  hints?: FieldHints,
): FieldPosition {
  const found = findField(document, field, hints);
  return { ...rangeOf(found, document, lines), isExact: found.rest === '' };
}

/** Yields every position to which a path can lead, likeliest first, including dead ends. */
function* reach(found: FoundField): Generator<FoundField> {
  const next = found.rest === '' ? [] : descend(found);
  if (next.length === 0) yield found;
  for (const one of next) yield* reach(one);
}

function descend({ value, rest }: FoundField): readonly FoundField[] {
  const bracket = rest.startsWith('[') ? bracketOf(rest) : undefined;
  if (isMap<ParsedNode, ParsedNode | null>(value))
    return bracket ? memberNamed(value, bracket) : membersAt(value, rest);
  if (isSeq<ParsedNode>(value)) return bracket ? itemAt(value, bracket) : itemsWith(value, rest);
  return [];
}

function goTypeOf(value: ParsedNode | null | undefined): string {
  const content: unknown = isScalar(value) ? value.value : value;
  if (isMap(content)) return 'object';
  if (isSeq(content)) return 'array';
  return typeof content === 'boolean' ? 'bool' : typeof content;
}

/** Parses `[content]rest`; the content may contain brackets unless the path continues after them. */
function bracketOf(text: string): { content: string; rest: string } {
  const [quoted] =
    /^\[(?:[\w-]*="(?:[^"\\]|\\.)*",?|[\w-]+=[^",\]]*,?|"(?:[^"\\]|\\.)*")+\](?=$|[.[])/.exec(text) ?? [];
  const end = quoted ? quoted.length - 1 : text.search(/\](?=$|[.[])/);
  if (end < 0) return { content: text.slice(1), rest: '' };
  return { content: text.slice(1, end), rest: text.slice(end + 1).replace(/^\./, '') };
}

const keyText = ({ key }: Pair<ParsedNode, ParsedNode | null>): string => String(isScalar(key) ? key.value : key);

function memberNamed(
  map: YAMLMap<ParsedNode, ParsedNode | null>,
  { content, rest }: { content: string; rest: string },
): readonly FoundField[] {
  const unquoted = /^(["'])(.*)\1$/.exec(content)?.[2];
  const member =
    map.items.find((pair) => keyText(pair) === content) ?? map.items.find((pair) => keyText(pair) === unquoted);
  return member ? [{ key: member.key, value: member.value, rest }] : [];
}

/** Returns the members with which a path can continue, longest key first, because keys may contain dots. */
function membersAt(map: YAMLMap<ParsedNode, ParsedNode | null>, path: string): readonly FoundField[] {
  const fitting = fittingMembers(map, path, (text) => text);
  return fitting.length > 0 ? fitting : fittingMembers(map, path, (text) => text.toLowerCase());
}

function fittingMembers(
  map: YAMLMap<ParsedNode, ParsedNode | null>,
  path: string,
  fold: (text: string) => string,
): readonly FoundField[] {
  const members = map.items.map((pair) => ({ key: pair.key, value: pair.value, text: keyText(pair) }));
  return members
    .filter(({ text }) => {
      const next = path.charAt(text.length);
      return fold(path.slice(0, text.length)) === fold(text) && (next === '' || next === '.' || next === '[');
    })
    .toSorted((a, b) => b.text.length - a.text.length)
    .map(({ key, value, text }) => ({ key, value, rest: path.slice(text.length).replace(/^\./, '') }));
}

function itemAt(
  list: YAMLSeq<ParsedNode>,
  { content, rest }: { content: string; rest: string },
): readonly FoundField[] {
  const items = /^\d+$/.test(content)
    ? [list.items[Number(content)]]
    : list.items.filter((one) => isIdentified(one, content));
  // Among items with the same key the last is the duplicate.
  return items.toReversed().flatMap((value) => (value ? [{ key: undefined, value, rest }] : []));
}

/** Reports whether an item matches a selector like `name="web",protocol="TCP"` or `="value"`. */
function isIdentified(item: ParsedNode, selector: string): boolean {
  const pairs = Array.from(selector.matchAll(/([\w-]*)=("(?:[^"\\]|\\.)*"|[^,]*)/g), ([, key = '', value = '']) => ({
    key,
    value,
  }));
  return (
    pairs.length > 0 &&
    pairs.every(({ key, value }) => {
      const actual = key === '' ? item.toJSON() : isMap(item) ? item.get(key) : undefined;
      return JSON.stringify(actual) === value;
    })
  );
}

/** Returns the items that have the field, for paths without an index. */
const itemsWith = (list: YAMLSeq<ParsedNode>, rest: string): readonly FoundField[] =>
  list.items.flatMap((item) => (isMap<ParsedNode, ParsedNode | null>(item) ? membersAt(item, rest) : []));

/**
 * Marks a scalar with its key, and only the key or first line of anything larger: an error does not cover a whole
 * block.
 */
function rangeOf({ key, value }: FoundField, document: YamlDocument, lines: LineCounter): TextRange {
  const start = key?.range[0] ?? value?.range[0] ?? document.contents?.range[0] ?? document.range[0];
  const end = (isScalar(value) ? value.range[1] : key?.range[1]) ?? start;
  const from = lines.linePos(start);
  const to = lines.linePos(Math.max(end, start + 1));
  if (to.line !== from.line)
    return { line: from.line, column: from.col, endLine: from.line, endColumn: Number.MAX_SAFE_INTEGER };
  return { line: from.line, column: from.col, endLine: to.line, endColumn: to.col };
}
