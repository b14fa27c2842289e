import { isMap, isScalar, isSeq, type LineCounter, type Pair, type ParsedNode, type YAMLMap, type YAMLSeq } from 'yaml';
import type { YamlDocument } from './yaml-text.ts';

/** A stretch of text: lines and columns count from 1, the end is exclusive. */
export interface TextRange {
  readonly line: number;
  readonly column: number;
  readonly endLine: number;
  readonly endColumn: number;
}
export interface FieldPosition extends TextRange {
  /** False when the field itself is not written: then it is where its nearest ancestor is. */
  readonly isExact: boolean;
}

interface Found {
  readonly key: ParsedNode | undefined;
  readonly value: ParsedNode | null | undefined;
  readonly rest: string;
}

/**
 * Where a field stands. `field` is a path as the server writes it: `spec.containers[0].name`, `data[a key]`, or with a
 * leading dot as server-side apply does, `.spec.containers[name="web"].image`, in which keys may contain dots.
 */
export function fieldPosition(document: YamlDocument, lines: LineCounter, field: string): FieldPosition {
  let found: Found = { key: undefined, value: document.contents, rest: field.replace(/^\./, '') };
  while (found.rest !== '') {
    const next = descend(found);
    if (!next) break;
    found = next;
  }
  return { ...rangeOf(found, document, lines), isExact: found.rest === '' };
}

function descend({ value, rest }: Found): Found | undefined {
  const bracket = rest.startsWith('[') ? bracketOf(rest) : undefined;
  if (isMap<ParsedNode, ParsedNode | null>(value)) return bracket ? memberNamed(value, bracket) : memberAt(value, rest);
  if (isSeq<ParsedNode>(value)) return bracket ? itemAt(value, bracket) : itemWith(value, rest);
  return undefined;
}

/** `[content]rest`; the content may hold brackets itself as long as the path does not go on after them. */
function bracketOf(text: string): { content: string; rest: string } {
  const end = text.search(/\](?=$|[.[])/);
  if (end < 0) return { content: text.slice(1), rest: '' };
  return { content: text.slice(1, end), rest: text.slice(end + 1).replace(/^\./, '') };
}

const keyText = ({ key }: Pair<ParsedNode, ParsedNode | null>): string => String(isScalar(key) ? key.value : key);

function memberNamed(
  map: YAMLMap<ParsedNode, ParsedNode | null>,
  { content, rest }: { content: string; rest: string },
) {
  const member = map.items.find((pair) => keyText(pair) === content);
  return member && { key: member.key, value: member.value, rest };
}

/** The longest key that the path goes on with, since a key may contain dots. */
function memberAt(map: YAMLMap<ParsedNode, ParsedNode | null>, path: string): Found | undefined {
  const fitting = map.items.filter((pair) => {
    const key = keyText(pair);
    return path === key || path.startsWith(`${key}.`) || path.startsWith(`${key}[`);
  });
  const [member] = fitting.toSorted((a, b) => keyText(b).length - keyText(a).length);
  return (
    member && { key: member.key, value: member.value, rest: path.slice(keyText(member).length).replace(/^\./, '') }
  );
}

function itemAt(list: YAMLSeq<ParsedNode>, { content, rest }: { content: string; rest: string }): Found | undefined {
  const item = /^\d+$/.test(content)
    ? list.items[Number(content)]
    : list.items.find((one) => isIdentified(one, content));
  return item && { key: undefined, value: item, rest };
}

/** Whether an item is the one that `name="web",protocol="TCP"` or `="value"` selects. */
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

/** Some errors name no index: the first item that has the field is meant. */
function itemWith(list: YAMLSeq<ParsedNode>, rest: string): Found | undefined {
  for (const item of list.items) {
    const found = isMap<ParsedNode, ParsedNode | null>(item) ? memberAt(item, rest) : undefined;
    if (found) return found;
  }
  return undefined;
}

/** A scalar is marked with its key, of anything larger only the key or its first line: an error is not a whole block. */
function rangeOf({ key, value }: Found, document: YamlDocument, lines: LineCounter): TextRange {
  const start = key?.range[0] ?? value?.range[0] ?? document.range[0];
  const end = (isScalar(value) ? value.range[1] : key?.range[1]) ?? start;
  const from = lines.linePos(start);
  const to = lines.linePos(Math.max(end, start + 1));
  if (to.line !== from.line)
    return { line: from.line, column: from.col, endLine: from.line, endColumn: Number.MAX_SAFE_INTEGER };
  return { line: from.line, column: from.col, endLine: to.line, endColumn: to.col };
}
