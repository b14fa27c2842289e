import { compareKeys } from '../api/encoding/utf8.ts';
import { JsonReader } from '../schema/json/json-reader.ts';

/**
 * JSON that is only parsed where a patch touches it. Untouched parts keep their text, including member order, duplicate
 * members and the spelling of numbers; touched objects are written with sorted members. The real server patches this
 * way, and its messages show the result.
 */
export class JsonNode {
  #text: string;
  #members: Map<string, JsonNode> | undefined;
  #items: JsonNode[] | undefined;

  /** @param text valid JSON */
  constructor(text: string) {
    this.#text = text.trim();
  }

  static readonly null = (): JsonNode => new JsonNode('null');

  get isNull(): boolean {
    return this.#text === 'null';
  }

  /** Mutable members of an object; undefined for other values. */
  get members(): Map<string, JsonNode> | undefined {
    if (!this.#members && this.#text.startsWith('{')) {
      const members = new Map<string, JsonNode>();
      const reader = new JsonReader(this.#text);
      reader.object((key) => members.set(key, new JsonNode(reader.raw())));
      this.#members = members;
    }
    return this.#members;
  }

  /** Mutable items of a list; undefined for other values. */
  get items(): JsonNode[] | undefined {
    if (!this.#items && this.#text.startsWith('[')) {
      this.#items = splitItems(this.#text).map((text) => new JsonNode(text));
    }
    return this.#items;
  }

  copy(): JsonNode {
    return new JsonNode(this.toString());
  }

  /** Compares by value, but numbers by text: 1 and 1.0 differ. */
  equals(other: JsonNode): boolean {
    const { members, items } = this;
    if (members) {
      const others = other.members;
      return (
        others?.size === members.size &&
        [...members].every(([key, value]) => {
          const counterpart = others.get(key);
          return counterpart !== undefined && value.equals(counterpart);
        })
      );
    }
    if (items) {
      const others = other.items;
      return others?.length === items.length && items.every((item, index) => others[index]?.equals(item));
    }
    if (this.#text.startsWith('"') && other.#text.startsWith('"')) {
      return JSON.parse(this.#text) === JSON.parse(other.#text);
    }
    return this.#text === other.#text;
  }

  toString(): string {
    if (this.#members) {
      const entries = [...this.#members].sort(compareKeys);
      return `{${entries.map(([key, value]) => `${JSON.stringify(key)}:${value}`).join(',')}}`;
    }
    if (this.#items) return `[${this.#items.join(',')}]`;
    return compact(this.#text);
  }
}

/** Matches strings, and blanks between other tokens. */
const STRING_OR_BLANKS = /("[^"\\]*(?:\\.[^"\\]*)*")|[ \t\r\n]+/g;

const BLANK = /[ \t\r\n]/;

const compact = (text: string): string =>
  BLANK.test(text) ? text.replace(STRING_OR_BLANKS, (_, string: string | undefined) => string ?? '') : text;

/** Returns the members of a JSON object, in order and with duplicates. */
export function splitMembers(text: string): [key: string, value: string][] {
  const members: [string, string][] = [];
  const reader = new JsonReader(text);
  reader.object((key) => members.push([key, reader.raw()]));
  return members;
}

/** Returns the items of a JSON list. */
export function splitItems(text: string): string[] {
  const items: string[] = [];
  const reader = new JsonReader(text);
  reader.list(() => items.push(reader.raw()));
  return items;
}

/** Returns the paths of duplicate members in a JSON text, in order of appearance: `spec.ports[0].name`. */
export function duplicateFields(text: string, path = ''): string[] {
  const trimmed = text.trim();
  if (trimmed.startsWith('[')) {
    return splitItems(trimmed).flatMap((item, index) => duplicateFields(item, `${path}[${index}]`));
  }
  if (!trimmed.startsWith('{')) return [];
  const seen = new Set<string>();
  const reported = new Set<string>();
  return splitMembers(trimmed).flatMap(([key, value]) => {
    const field = path ? `${path}.${key}` : key;
    const isNew = seen.has(key) && !reported.has(key);
    if (isNew) reported.add(key);
    seen.add(key);
    return [...(isNew ? [field] : []), ...duplicateFields(value, field)];
  });
}
