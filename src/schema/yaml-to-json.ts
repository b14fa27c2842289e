import {
  type Document,
  isAlias,
  isMap,
  isScalar,
  isSeq,
  LineCounter,
  type Node,
  type Pair,
  parseDocument,
  type YAMLError,
} from 'yaml';
import { quoted } from '../api/field-error.ts';

/** A YAML text that the server cannot turn into JSON; the message is the server's. */
export class YamlError extends Error {}

export interface YamlAsJson {
  readonly text: string;
  /** `line 8: key "a" already set in map`, in order of appearance. */
  readonly duplicates: readonly string[];
}

/** Go's YAML 1.1 has no times and no numbers to the base of sixty: they are text. */
const isLeftOut = (tag: unknown): boolean =>
  typeof tag === 'object' &&
  tag !== null &&
  'tag' in tag &&
  (tag.tag === 'tag:yaml.org,2002:timestamp' || ('format' in tag && tag.format === 'TIME'));

/**
 * The JSON of a YAML document as the server makes it: YAML 1.1 scalars, keys as text and sorted, of a repeated key the last.
 * @throws YamlError
 */
export function yamlToJson(yaml: string): YamlAsJson {
  const lines = new LineCounter();
  const document = parseDocument(yaml, {
    version: '1.1',
    schema: 'yaml-1.1',
    merge: true,
    uniqueKeys: false,
    intAsBigInt: true,
    logLevel: 'silent',
    lineCounter: lines,
    customTags: (tags) => tags.filter((tag) => !isLeftOut(tag)),
  });
  const [error] = document.errors;
  if (error) throw new YamlError(`error converting YAML to JSON: yaml: ${syntaxText(error, yaml)}`);
  const converter = new Converter(document, lines);
  const text = converter.text(document.contents);
  return { text, duplicates: converter.duplicates };
}

/** The message of Go's reader for an error of ours. Its scanner counts lines from one, its parser from nought. */
function syntaxText(error: YAMLError, yaml: string): string {
  const line = error.linePos?.[0].line ?? 1;
  const parsing = (what: string): string => `${line > 1 ? `line ${line - 1}: ` : ''}did not find expected ${what}`;
  switch (error.code) {
    case 'TAB_AS_INDENT':
      return `line ${line}: found character that cannot start any token`;
    case 'BLOCK_AS_IMPLICIT_KEY':
      return `line ${line}: mapping values are not allowed in this context`;
    case 'BAD_ALIAS':
      return `unknown anchor '${/[^\s:]*$/.exec(error.message)?.[0] ?? ''}' referenced`;
    case 'MISSING_CHAR':
    case 'BAD_INDENT':
      if (/flow seq/i.test(error.message)) return parsing("',' or ']'");
      if (/flow/i.test(error.message)) return parsing("',' or '}'");
      if (/quote/i.test(error.message))
        return `line ${yaml.trimEnd().split('\n').length + 1}: found unexpected end of stream`;
      return `line ${line}: could not find expected ':'`;
    default:
      return parsing('node content');
  }
}

class Converter {
  readonly duplicates: string[] = [];
  readonly #document: Document;
  readonly #lines: LineCounter;

  constructor(document: Document, lines: LineCounter) {
    this.#document = document;
    this.#lines = lines;
  }

  text(node: unknown): string {
    if (isAlias(node)) return this.text(node.resolve(this.#document as Document.Parsed));
    if (isMap(node)) return this.#map(node.items as Pair[]);
    if (isSeq(node)) return `[${node.items.map((item) => this.text(item)).join(',')}]`;
    return scalarJson(isScalar(node) ? node.value : null);
  }

  #map(pairs: readonly Pair[]): string {
    const members = this.#members(pairs);
    const keys = [...members.keys()].sort();
    return `{${keys.map((key) => `${JSON.stringify(key)}:${members.get(key)}`).join(',')}}`;
  }

  #members(pairs: readonly Pair[]): Map<string, string> {
    const members = new Map<string, string>();
    const seen = new Set<string>();
    for (const { key, value } of pairs) {
      if (isMergeKey(key)) {
        for (const [name, text] of this.#merged(value)) if (!seen.has(name)) members.set(name, text);
        continue;
      }
      const name = this.#key(key, value);
      if (seen.has(name)) this.duplicates.push(`line ${this.#lineOf(key)}: key ${quoted(name)} already set in map`);
      seen.add(name);
      members.set(name, this.text(value));
    }
    return members;
  }

  #merged(node: unknown): Map<string, string> {
    const target = isAlias(node) ? node.resolve(this.#document as Document.Parsed) : node;
    if (isMap(target)) return this.#members(target.items as Pair[]);
    if (!isSeq(target))
      throw new YamlError(
        'error converting YAML to JSON: yaml: map merge requires map or sequence of maps as the value',
      );
    return new Map(target.items.toReversed().flatMap((item) => [...this.#merged(item)]));
  }

  #key(key: unknown, value: unknown): string {
    const content = isScalar(key) ? key.value : undefined;
    if (typeof content === 'string') return content;
    if (typeof content === 'boolean' || typeof content === 'bigint' || typeof content === 'number')
      return String(content);
    const shown =
      content === null || content === undefined
        ? '%!s(<nil>), key: <nil>'
        : `${typeof content}, key: ${String(content)}`;
    throw new YamlError(
      `error converting YAML to JSON: Unsupported map key of type: ${shown}, value: ${this.text(value)}`,
    );
  }

  #lineOf(node: unknown): number {
    return this.#lines.linePos((node as Node | null)?.range?.[0] ?? 0).line;
  }
}

const isMergeKey = (key: unknown): boolean =>
  isScalar(key) && key.type === 'PLAIN' && (key.value === '<<' || key.source === '<<');

function scalarJson(value: unknown): string {
  if (typeof value === 'bigint') return value.toString();
  if (typeof value === 'number' && !Number.isFinite(value)) {
    const shown = Number.isNaN(value) ? 'NaN' : value > 0 ? '+Inf' : '-Inf';
    throw new YamlError(`error converting YAML to JSON: json: unsupported value: ${shown}`);
  }
  return JSON.stringify(value ?? null);
}
