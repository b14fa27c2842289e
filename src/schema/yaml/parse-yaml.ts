import { ItemCount, type Steps } from '../../api/steps.ts';
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
export const parseYaml = (text: string): Steps<YamlNode | undefined> => new Parser(text).document();

/**
 * A scalar or an alias, or the steps that parse a collection. Scalars need no steps, because there are many more of
 * them.
 */
type Found = YamlNode | Steps<YamlNode>;

const isNode = (found: Found): found is YamlNode => 'kind' in found;

type TokenKind = YamlToken['kind'];

const CONTENT_ENDS: readonly TokenKind[] = [
  'version-directive',
  'tag-directive',
  'document-start',
  'document-end',
  'stream-end',
];

const SEQUENCE_ENDS: readonly TokenKind[] = ['block-entry', 'block-end'];
const INDENTLESS_ENDS: readonly TokenKind[] = ['block-entry', 'key', 'value', 'block-end'];
const MAPPING_ENDS: readonly TokenKind[] = ['key', 'value', 'block-end'];
const FLOW_KEY_ENDS: readonly TokenKind[] = ['value', 'flow-entry', 'flow-mapping-end'];

/** The allowed collections at a place. */
interface Place {
  readonly isBlock: boolean;
  readonly isIndentless?: boolean;
}

const BLOCK: Place = { isBlock: true };
const MEMBER: Place = { isBlock: true, isIndentless: true };
const FLOW: Place = { isBlock: false };

class Parser {
  readonly #scanner: YamlScanner;
  readonly #anchors = new Map<string, YamlNode>();
  readonly #prefixes = new Map<string, string>();
  readonly #items = new ItemCount();

  constructor(text: string) {
    this.#scanner = new YamlScanner(text);
  }

  *document(): Steps<YamlNode | undefined> {
    const first = this.#scanner.peek();
    if (first.kind === 'stream-end') return undefined;
    const isExplicit = first.kind !== 'document-end' && CONTENT_ENDS.includes(first.kind);
    this.#directives();
    if (!isExplicit) return this.#end(yield* this.#content());
    const { kind, line } = this.#scanner.peek();
    if (kind !== 'document-start') throw failureAt(line, 'did not find expected <document start>');
    this.#scanner.skip();
    const content = this.#scanner.peek();
    return this.#end(CONTENT_ENDS.includes(content.kind) ? emptyAt(content.line) : yield* this.#content());
  }

  *#content(): Steps<YamlNode> {
    const found = this.#node(BLOCK);
    return isNode(found) ? found : yield* found;
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

  #node({ isBlock, isIndentless = false }: Place): Found {
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

  *#blockSequence(line: number, anchor: string | undefined): Steps<YamlNode> {
    const node: YamlSequenceNode = this.#anchored(anchor, { kind: 'sequence', line, items: [] });
    let token = this.#next();
    while (token.kind === 'block-entry') {
      if (this.#items.isDue()) yield;
      const found = this.#unless(this.#next(), token.line, SEQUENCE_ENDS, BLOCK);
      node.items.push(isNode(found) ? found : yield* found);
      token = this.#scanner.peek();
    }
    if (token.kind !== 'block-end') throw failureAt(token.line, "did not find expected '-' indicator");
    this.#scanner.skip();
    return node;
  }

  /** Parses a list at the same indent as its mapping. */
  *#indentlessSequence(line: number, anchor: string | undefined): Steps<YamlNode> {
    const node: YamlSequenceNode = this.#anchored(anchor, { kind: 'sequence', line, items: [] });
    for (let token = this.#scanner.peek(); token.kind === 'block-entry'; token = this.#scanner.peek()) {
      if (this.#items.isDue()) yield;
      const found = this.#unless(this.#next(), token.line, INDENTLESS_ENDS, BLOCK);
      node.items.push(isNode(found) ? found : yield* found);
    }
    return node;
  }

  *#blockMapping(line: number, anchor: string | undefined): Steps<YamlNode> {
    const node: YamlMappingNode = this.#anchored(anchor, { kind: 'mapping', line, members: [] });
    this.#scanner.skip();
    for (let token = this.#scanner.peek(); token.kind === 'key'; token = this.#scanner.peek()) {
      if (this.#items.isDue()) yield;
      const first = this.#unless(this.#next(), token.line, MAPPING_ENDS, MEMBER);
      const key = isNode(first) ? first : yield* first;
      const colon = this.#scanner.peek();
      const second =
        colon.kind === 'value' ? this.#unless(this.#next(), colon.line, MAPPING_ENDS, MEMBER) : emptyAt(colon.line);
      node.members.push({ key, value: isNode(second) ? second : yield* second });
    }
    const { kind, line: endLine } = this.#scanner.peek();
    if (kind !== 'block-end') throw failureAt(endLine, 'did not find expected key');
    this.#scanner.skip();
    return node;
  }

  *#flowSequence(line: number, anchor: string | undefined): Steps<YamlNode> {
    const node: YamlSequenceNode = this.#anchored(anchor, { kind: 'sequence', line, items: [] });
    yield* this.#flowItems('flow-sequence-end', "did not find expected ',' or ']'", (token) => {
      const found = token.kind === 'key' ? this.#singlePair(token.line) : this.#node(FLOW);
      if (!isNode(found)) return this.#pushed(node.items, found);
      node.items.push(found);
      return undefined;
    });
    return node;
  }

  *#pushed(items: YamlNode[], found: Steps<YamlNode>): Steps<void> {
    items.push(yield* found);
  }

  /** Parses `[a: b]`, a list that contains a mapping. */
  *#singlePair(line: number): Steps<YamlNode> {
    const first = this.#next();
    const isKey = !['value', 'flow-entry', 'flow-sequence-end'].includes(first.kind);
    const found = isKey ? this.#node(FLOW) : emptyAt(first.line);
    const key = isNode(found) ? found : yield* found;
    if (!isKey) this.#scanner.skip(); // libyaml also skips this token, although it should parse it.
    const value = this.#flowValue('flow-sequence-end');
    return { kind: 'mapping', line, members: [{ key, value: isNode(value) ? value : yield* value }] };
  }

  *#flowMapping(line: number, anchor: string | undefined): Steps<YamlNode> {
    const node: YamlMappingNode = this.#anchored(anchor, { kind: 'mapping', line, members: [] });
    yield* this.#flowItems('flow-mapping-end', "did not find expected ',' or '}'", (token) =>
      this.#flowMember(token, node),
    );
    return node;
  }

  *#flowMember(token: YamlToken, { members }: YamlMappingNode): Steps<void> {
    if (token.kind !== 'key') {
      const found = this.#node(FLOW);
      const key = isNode(found) ? found : yield* found;
      members.push({ key, value: emptyAt(this.#scanner.peek().line) });
      return;
    }
    const first = this.#next();
    const found = this.#unless(first, first.line, FLOW_KEY_ENDS, FLOW);
    const key = isNode(found) ? found : yield* found;
    const value = this.#flowValue('flow-mapping-end');
    members.push({ key, value: isNode(value) ? value : yield* value });
  }

  #flowValue(end: TokenKind): Found {
    const colon = this.#scanner.peek();
    if (colon.kind !== 'value') return emptyAt(colon.line);
    const token = this.#next();
    return this.#unless(token, token.line, ['flow-entry', end], FLOW);
  }

  /** Parses comma-separated items up to the closing bracket. */
  *#flowItems(
    end: TokenKind,
    missingComma: string,
    readItem: (token: YamlToken) => Steps<void> | undefined,
  ): Steps<void> {
    let token = this.#next();
    for (let isFirst = true; token.kind !== end; isFirst = false) {
      if (this.#items.isDue()) yield;
      if (!isFirst) {
        if (token.kind !== 'flow-entry') throw failureAt(token.line, missingComma);
        token = this.#next();
        if (token.kind === end) break;
      }
      const item = readItem(token);
      if (item) yield* item;
      token = this.#scanner.peek();
    }
    this.#scanner.skip();
  }

  /** Parses a node, or returns an empty one if the next token is one of `ends`. */
  #unless(token: YamlToken, emptyLine: number, ends: readonly TokenKind[], place: Place): Found {
    return ends.includes(token.kind) ? emptyAt(emptyLine) : this.#node(place);
  }
}

const emptyAt = (line: number): YamlScalarNode => ({ kind: 'scalar', line, tag: undefined, text: '', isPlain: true });
