import { failureAt, yamlFailure } from './yaml-error.ts';
import { YamlScanner } from './yaml-scanner.ts';
import type { ScalarToken, TagToken, YamlToken } from './yaml-token.ts';

export interface YamlScalarNode {
  readonly kind: 'scalar';
  /** Zero-based. */
  readonly line: number;
  /** Full form: `tag:yaml.org,2002:int`. */
  readonly tag: string | undefined;
  readonly text: string;
  /** Neither quoted nor a block. */
  readonly isPlain: boolean;
}

export interface YamlMappingNode {
  readonly kind: 'mapping';
  readonly line: number;
  readonly members: { key: YamlNode; value: YamlNode }[];
}

export interface YamlSequenceNode {
  readonly kind: 'sequence';
  readonly line: number;
  readonly items: YamlNode[];
}

export interface YamlAliasNode {
  readonly kind: 'alias';
  readonly line: number;
  readonly name: string;
  readonly target: YamlNode;
}

export type YamlNode = YamlScalarNode | YamlMappingNode | YamlSequenceNode | YamlAliasNode;

/** Parses the first document of a text and ignores the rest; undefined when there is none. @throws YamlError */
export function parseYaml(text: string): YamlNode | undefined {
  return new Parser(text).document();
}

type TokenKind = YamlToken['kind'];

const CONTENT_ENDS: readonly TokenKind[] = [
  'version-directive',
  'tag-directive',
  'document-start',
  'document-end',
  'stream-end',
];

class Parser {
  readonly #scanner: YamlScanner;
  readonly #anchors = new Map<string, YamlNode>();
  readonly #prefixes = new Map<string, string>();

  constructor(text: string) {
    this.#scanner = new YamlScanner(text);
  }

  document(): YamlNode | undefined {
    const first = this.#scanner.peek();
    if (first.kind === 'stream-end') return undefined;
    const isExplicit = first.kind !== 'document-end' && CONTENT_ENDS.includes(first.kind);
    this.#directives();
    if (!isExplicit) return this.#end(this.#node({ isBlock: true }));
    const { kind, line } = this.#scanner.peek();
    if (kind !== 'document-start') throw failureAt(line, 'did not find expected <document start>');
    this.#scanner.skip();
    const content = this.#scanner.peek();
    return this.#end(CONTENT_ENDS.includes(content.kind) ? emptyAt(content.line) : this.#node({ isBlock: true }));
  }

  /** Checks that the token after the document is valid. */
  #end(node: YamlNode): YamlNode {
    this.#scanner.peek();
    return node;
  }

  #directives(): void {
    const seen = new Set<string>();
    for (let token = this.#scanner.peek(); ; token = this.#next()) {
      if (token.kind === 'version-directive') {
        if (seen.has('%YAML')) throw failureAt(token.line, 'found duplicate %YAML directive');
        if (token.version !== '1.1') throw failureAt(token.line, 'found incompatible YAML document');
        seen.add('%YAML');
      } else if (token.kind === 'tag-directive') {
        if (seen.has(token.handle)) throw failureAt(token.line, 'found duplicate %TAG directive');
        seen.add(token.handle);
        this.#prefixes.set(token.handle, token.prefix);
      } else break;
    }
    for (const [handle, prefix] of Object.entries({ '!': '!', '!!': 'tag:yaml.org,2002:' })) {
      if (!this.#prefixes.has(handle)) this.#prefixes.set(handle, prefix);
    }
  }

  /** Skips the current token and returns the next. */
  #next(): YamlToken {
    this.#scanner.skip();
    return this.#scanner.peek();
  }

  #node({ isBlock, isIndentless = false }: { isBlock: boolean; isIndentless?: boolean }): YamlNode {
    const first = this.#scanner.peek();
    if (first.kind === 'alias') return this.#alias(first);
    const { anchor, tag } = this.#properties();
    const { line } = first;
    const token = this.#scanner.peek();
    if (isIndentless && token.kind === 'block-entry') return this.#indentlessSequence(line, anchor);
    if (token.kind === 'scalar') return this.#scalar(token, line, tag, anchor);
    if (token.kind === 'flow-sequence-start') return this.#flowSequence(line, anchor);
    if (token.kind === 'flow-mapping-start') return this.#flowMapping(line, anchor);
    if (isBlock && token.kind === 'block-sequence-start') return this.#blockSequence(line, anchor);
    if (isBlock && token.kind === 'block-mapping-start') return this.#blockMapping(line, anchor);
    if (anchor === undefined && tag === undefined) throw failureAt(token.line, 'did not find expected node content');
    return this.#anchored(anchor, { ...emptyAt(line), tag });
  }

  #alias({ line, name }: { line: number; name: string }): YamlNode {
    const target = this.#anchors.get(name);
    if (!target) throw yamlFailure(`unknown anchor '${name}' referenced`);
    this.#scanner.skip();
    return { kind: 'alias', line, name, target };
  }

  /** An anchor and a tag, in any order. */
  #properties(): { anchor: string | undefined; tag: string | undefined } {
    let anchor: string | undefined;
    let tagToken: TagToken | undefined;
    for (let token = this.#scanner.peek(); ; token = this.#next()) {
      if (token.kind === 'anchor' && anchor === undefined) anchor = token.name;
      else if (token.kind === 'tag' && !tagToken) tagToken = token;
      else break;
    }
    return { anchor, tag: tagToken && this.#longTag(tagToken) };
  }

  #longTag({ handle, suffix, line }: TagToken): string {
    if (handle === '') return suffix;
    const prefix = this.#prefixes.get(handle);
    if (prefix === undefined) throw failureAt(line, 'found undefined tag handle');
    return prefix + suffix;
  }

  #anchored<T extends YamlNode>(anchor: string | undefined, node: T): T {
    if (anchor !== undefined) this.#anchors.set(anchor, node);
    return node;
  }

  #scalar(token: ScalarToken, line: number, tag: string | undefined, anchor: string | undefined): YamlNode {
    const { text, isPlain } = token;
    const node = this.#anchored(anchor, { kind: 'scalar', line, tag, text, isPlain });
    this.#scanner.skip();
    return node;
  }

  #blockSequence(line: number, anchor: string | undefined): YamlNode {
    const node: YamlSequenceNode = this.#anchored(anchor, { kind: 'sequence', line, items: [] });
    let token = this.#next();
    while (token.kind === 'block-entry') {
      node.items.push(this.#unless(this.#next(), token.line, ['block-entry', 'block-end'], { isBlock: true }));
      token = this.#scanner.peek();
    }
    if (token.kind !== 'block-end') throw failureAt(token.line, "did not find expected '-' indicator");
    this.#scanner.skip();
    return node;
  }

  /** Parses a list at the same indent as its mapping. */
  #indentlessSequence(line: number, anchor: string | undefined): YamlNode {
    const node: YamlSequenceNode = this.#anchored(anchor, { kind: 'sequence', line, items: [] });
    for (let token = this.#scanner.peek(); token.kind === 'block-entry'; token = this.#scanner.peek()) {
      const ends: TokenKind[] = ['block-entry', 'key', 'value', 'block-end'];
      node.items.push(this.#unless(this.#next(), token.line, ends, { isBlock: true }));
    }
    return node;
  }

  #blockMapping(line: number, anchor: string | undefined): YamlNode {
    const node: YamlMappingNode = this.#anchored(anchor, { kind: 'mapping', line, members: [] });
    this.#scanner.skip();
    const ends: TokenKind[] = ['key', 'value', 'block-end'];
    for (let token = this.#scanner.peek(); token.kind === 'key'; token = this.#scanner.peek()) {
      const key = this.#unless(this.#next(), token.line, ends, { isBlock: true, isIndentless: true });
      const colon = this.#scanner.peek();
      const value =
        colon.kind === 'value'
          ? this.#unless(this.#next(), colon.line, ends, { isBlock: true, isIndentless: true })
          : emptyAt(colon.line);
      node.members.push({ key, value });
    }
    const { kind, line: endLine } = this.#scanner.peek();
    if (kind !== 'block-end') throw failureAt(endLine, 'did not find expected key');
    this.#scanner.skip();
    return node;
  }

  #flowSequence(line: number, anchor: string | undefined): YamlNode {
    const node: YamlSequenceNode = this.#anchored(anchor, { kind: 'sequence', line, items: [] });
    this.#flowItems('flow-sequence-end', "did not find expected ',' or ']'", (token) => {
      node.items.push(token.kind === 'key' ? this.#singlePair(token.line) : this.#node({ isBlock: false }));
    });
    return node;
  }

  /** Parses `[a: b]`, a list that contains a mapping. */
  #singlePair(line: number): YamlNode {
    const first = this.#next();
    const isKey = !['value', 'flow-entry', 'flow-sequence-end'].includes(first.kind);
    const key = isKey ? this.#node({ isBlock: false }) : emptyAt(first.line);
    if (!isKey) this.#scanner.skip(); // libyaml skips this token too, although it should parse it.
    return { kind: 'mapping', line, members: [{ key, value: this.#flowValue('flow-sequence-end') }] };
  }

  #flowMapping(line: number, anchor: string | undefined): YamlNode {
    const node: YamlMappingNode = this.#anchored(anchor, { kind: 'mapping', line, members: [] });
    this.#flowItems('flow-mapping-end', "did not find expected ',' or '}'", (token) => {
      if (token.kind !== 'key') {
        const key = this.#node({ isBlock: false });
        node.members.push({ key, value: emptyAt(this.#scanner.peek().line) });
        return;
      }
      const first = this.#next();
      const ends: TokenKind[] = ['value', 'flow-entry', 'flow-mapping-end'];
      const key = this.#unless(first, first.line, ends, { isBlock: false });
      node.members.push({ key, value: this.#flowValue('flow-mapping-end') });
    });
    return node;
  }

  #flowValue(end: TokenKind): YamlNode {
    const colon = this.#scanner.peek();
    if (colon.kind !== 'value') return emptyAt(colon.line);
    const token = this.#next();
    return this.#unless(token, token.line, ['flow-entry', end], { isBlock: false });
  }

  /** Parses comma-separated items up to the closing bracket. */
  #flowItems(end: TokenKind, missingComma: string, readItem: (token: YamlToken) => void): void {
    let token = this.#next();
    for (let isFirst = true; token.kind !== end; isFirst = false) {
      if (!isFirst) {
        if (token.kind !== 'flow-entry') throw failureAt(token.line, missingComma);
        token = this.#next();
        if (token.kind === end) break;
      }
      readItem(token);
      token = this.#scanner.peek();
    }
    this.#scanner.skip();
  }

  /** Parses a node, or returns an empty one if the next token is one of `ends`. */
  #unless(
    token: YamlToken,
    emptyLine: number,
    ends: readonly TokenKind[],
    place: { isBlock: boolean; isIndentless?: boolean },
  ): YamlNode {
    return ends.includes(token.kind) ? emptyAt(emptyLine) : this.#node(place);
  }
}

const emptyAt = (line: number): YamlScalarNode => ({ kind: 'scalar', line, tag: undefined, text: '', isPlain: true });
