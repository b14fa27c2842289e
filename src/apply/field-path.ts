import { parseJson } from '../api/encoding/exact-json.ts';
import { goJson } from '../api/encoding/go-json.ts';
import { compareKeys, compareUtf8 } from '../api/encoding/utf8.ts';
import { quoted } from '../api/field-error.ts';
import { BoundedMap } from '../api/memory/bounded-map.ts';
import { isRecord } from '../api/object.ts';
import { goNumber } from '../api/values/go-number.ts';

/**
 * An element of a field path, as in FieldsV1: `f:name` (member), `k:{"port":80,"protocol":"TCP"}` (element of a keyed
 * list), `v:"x"` (element of a set), `i:0` (element of another list).
 */
export type PathElement = string;
export type FieldPath = readonly PathElement[];

/** Cached elements of frequent members: comparisons are faster when equal elements are the same string. */
const fieldElements = new BoundedMap<string, PathElement>(5_000);

export function fieldElement(name: string): PathElement {
  const known = fieldElements.get(name);
  if (known) return known;
  const element = `f:${name}`;
  fieldElements.set(name, element);
  return element;
}

/** `names` must be sorted, as Kubernetes writes keys. */
export function keyElement(names: readonly string[], values: readonly unknown[]): PathElement {
  let members = '';
  for (const [index, name] of names.entries()) {
    members += `${index === 0 ? '' : ','}${jsonText(name)}:${jsonText(values[index])}`;
  }
  return `k:{${members}}`;
}

export const valueElement = (value: unknown): PathElement => `v:${jsonText(value)}`;

/** Matches strings without characters that Go's encoder may escape. */
const PLAIN = /^[ !#-%'-;=?-[\]-\u2027\u202a-\ud7ff]*$/;

/** Returns a value as Go writes it in JSON. Fast for plain strings, which most values are. */
export const jsonText = (value: unknown): string =>
  typeof value === 'string' && PLAIN.test(value) ? `"${value}"` : goJson(value);

export const indexElement = (index: number): PathElement => `i:${index}`;

/** Returns a path of members: `metadata.name`. */
export const fieldPath = (...names: readonly string[]): FieldPath => names.map(fieldElement);

/** Returns the name of a member; undefined for list elements. */
export const fieldNameOf = (element: PathElement): string | undefined =>
  element.startsWith('f:') ? element.slice(2) : undefined;

/**
 * Parses a path element of FieldsV1 into its canonical form.
 * @throws Error when it is malformed
 */
export function parsePathElement(text: string): PathElement {
  switch (text.slice(0, 2)) {
    case 'f:':
      return text;
    case 'k:': {
      const key: unknown = parseJson(text.slice(2));
      if (typeof key !== 'object' || key === null) throw new Error(`not a key: ${text}`);
      const entries = Object.entries(key).sort(compareKeys);
      return keyElement(
        entries.map(([name]) => name),
        entries.map(([, value]) => value),
      );
    }
    case 'v:':
      return valueElement(parseJson(text.slice(2)));
    case 'i:':
      if (/^i:-?\d+$/.test(text)) return indexElement(Number(text.slice(2)));
  }
  throw new Error(`unexpected path element ${text}`);
}

/** Returns a path as messages show it: `.spec.containers[name="web"].image`. */
export const fieldPathText = (path: FieldPath): string => path.map(pathElementText).join('');

export function pathElementText(element: PathElement): string {
  const rest = element.slice(2);
  switch (element.slice(0, 2)) {
    case 'f:':
      return `.${rest}`;
    case 'k:':
      return `[${Object.entries(parseJson(rest) as object)
        .map(([name, value]) => `${name}=${valueText(value)}`)
        .join(',')}]`;
    case 'v:':
      return `[=${valueText(parseJson(rest))}]`;
    default:
      return `[${rest}]`;
  }
}

/** Returns a value as messages show it. Maps have neither braces nor separators. */
function valueText(value: unknown): string {
  if (typeof value === 'string') return quoted(value);
  if (typeof value === 'number') return goNumber(value);
  if (Array.isArray(value)) return `[${value.map(valueText).join(',')}]`;
  if (!isRecord(value)) return String(value);
  return Object.entries(value)
    .map(([name, member]) => `${name}=${valueText(member)}`)
    .join('');
}

const KINDS = 'fkvi';

/** Sorts path elements in Kubernetes' order: members, keys, values, indexes, each sorted. Parses each element once. */
export function sortPathElements(elements: readonly PathElement[]): PathElement[] {
  const parsed = elements.map((element) => ({
    element,
    kind: KINDS.indexOf(element.charAt(0)),
    value: parsedValue(element),
  }));
  parsed.sort((a, b) => a.kind - b.kind || compareValues(a.value, b.value));
  return parsed.map(({ element }) => element);
}

const parsedValue = (element: PathElement): unknown =>
  element.startsWith('f:') ? element : parseJson(element.slice(2));

const isNumber = (value: unknown): value is number | bigint => typeof value === 'number' || typeof value === 'bigint';

function compareValues(a: unknown, b: unknown): number {
  if (isNumber(a) && isNumber(b)) return a < b ? -1 : a > b ? 1 : 0;
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) {
    return typeof a === typeof b ? compareUtf8(String(a), String(b)) : rankOf(a) - rankOf(b);
  }
  const [left, right] = [Object.entries(a), Object.entries(b)];
  for (const [index, [name, value]] of left.entries()) {
    const other = right[index];
    if (!other) return 1;
    const order = compareUtf8(name, other[0]) || compareValues(value, other[1]);
    if (order !== 0) return order;
  }
  return left.length - right.length;
}

/** Ranks types: numbers before strings before booleans, null last. */
const rankOf = (value: unknown): number =>
  ['number', 'string', 'boolean', 'object'].indexOf(isNumber(value) ? 'number' : typeof value);
