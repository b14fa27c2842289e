import { scanBlock } from './scan-block.ts';
import { scanPlain } from './scan-plain.ts';
import { scanDirective, scanName, scanTag } from './scan-properties.ts';
import { scanQuoted } from './scan-quoted.ts';
import { isBlank, isBlankOrEnd, isBreak, TextCursor } from './text-cursor.ts';
import type { StructureKind, YamlToken } from './yaml-token.ts';

/** Maximum nesting depth of go-yaml. */
const MAXIMUM_DEPTH = 10_000;
/** Maximum length of a key without a question mark, which must also be on one line. */
const MAXIMUM_KEY_LENGTH = 1024;

/** A position where a mapping starts if a colon follows. */
interface SimpleKey {
  isPossible: boolean;
  /** True at the indent of a block mapping, where a key is required. */
  readonly isRequired: boolean;
  readonly tokenNumber: number;
  readonly line: number;
  readonly column: number;
  readonly position: number;
}

/** Splits YAML 1.1 text into tokens like libyaml. An error is thrown when the token at its position is read. */
export class YamlScanner {
  readonly #cursor: TextCursor;
  readonly #tokens: YamlToken[] = [];
  #head = 0;
  #taken = 0;
  #isReady = false;
  #isEnded = false;
  #indent = -1;
  readonly #indents: number[] = [];
  #flowLevel = 0;
  #mayBeginKey = true;
  /** One entry per flow level. */
  readonly #keys: (SimpleKey | undefined)[] = [undefined];
  readonly #keyOfToken = new Map<number, SimpleKey>();

  constructor(text: string) {
    this.#cursor = new TextCursor(text);
  }

  /** Returns the next token without consuming it. @throws YamlError */
  peek(): YamlToken {
    if (!this.#isReady) this.#fetch();
    this.#isReady = true;
    return this.#tokens[this.#head] ?? { kind: 'stream-end', line: this.#cursor.line };
  }

  /** Consumes the next token. */
  skip(): void {
    this.#isReady = false;
    this.#taken++;
    this.#head++;
    if (this.#head < 1000) return;
    this.#tokens.splice(0, this.#head);
    this.#head = 0;
  }

  /** Scans ahead until no mapping can start before the next token. */
  #fetch(): void {
    for (;;) {
      if (this.#head < this.#tokens.length) {
        const key = this.#keyOfToken.get(this.#taken);
        if (!key || !this.#isValid(key)) return;
      }
      if (this.#isEnded) return;
      this.#fetchToken();
    }
  }

  #fetchToken(): void {
    const cursor = this.#cursor;
    this.#skipToToken();
    this.#unrollIndent(cursor.column);
    if (cursor.current === '') this.#endStream();
    else if (cursor.column === 0 && cursor.current === '%') this.#fetchDirective();
    else if (cursor.isDocumentIndicator('-')) this.#fetchDocumentIndicator('document-start');
    else if (cursor.isDocumentIndicator('.')) this.#fetchDocumentIndicator('document-end');
    else if (!this.#fetchIndicator()) this.#fetchScalarOrProperty();
  }

  #fetchIndicator(): boolean {
    const next = this.#cursor.ahead(1);
    const isAlone = isBlankOrEnd(next);
    switch (this.#cursor.current) {
      case '[':
        this.#openFlow('flow-sequence-start');
        return true;
      case '{':
        this.#openFlow('flow-mapping-start');
        return true;
      case ']':
        this.#closeFlow('flow-sequence-end');
        return true;
      case '}':
        this.#closeFlow('flow-mapping-end');
        return true;
      case ',':
        this.#removeKey();
        this.#mayBeginKey = true;
        this.#addIndicator('flow-entry');
        return true;
      case '-':
        if (isAlone) this.#fetchBlockEntry();
        return isAlone;
      case '?':
        if (isAlone || this.#flowLevel > 0) this.#fetchKey();
        return isAlone || this.#flowLevel > 0;
      case ':':
        if (isAlone || this.#flowLevel > 0) this.#fetchValue();
        return isAlone || this.#flowLevel > 0;
      default:
        return false;
    }
  }

  #fetchScalarOrProperty(): void {
    const { current } = this.#cursor;
    if (current === '*' || current === '&') this.#addNode(() => scanName(this.#cursor));
    else if (current === '!') this.#addNode(() => scanTag(this.#cursor));
    else if ((current === '|' || current === '>') && this.#flowLevel === 0) this.#fetchBlock();
    else if (current === "'" || current === '"') this.#addNode(() => scanQuoted(this.#cursor, current));
    else if (this.#beginsPlain()) this.#addNode(() => this.#scanPlain());
    else throw this.#cursor.failure('found character that cannot start any token');
  }

  #scanPlain(): YamlToken {
    const { token, endsLine } = scanPlain(this.#cursor, { indent: this.#indent, isInFlow: this.#flowLevel > 0 });
    if (endsLine) this.#mayBeginKey = true;
    return token;
  }

  #beginsPlain(): boolean {
    const [current, next] = [this.#cursor.current, this.#cursor.ahead(1)];
    if (isBlankOrEnd(current)) return false;
    if (current === '-') return !isBlank(next);
    if (current === '?' || current === ':') return this.#flowLevel === 0 && !isBlankOrEnd(next);
    return !',[]{}#&*!|>\'"%@`'.includes(current);
  }

  #skipToToken(): void {
    const cursor = this.#cursor;
    for (;;) {
      if (cursor.column === 0 && cursor.current === '\ufeff') cursor.skip();
      const takesTabs = this.#flowLevel > 0 || !this.#mayBeginKey;
      cursor.readWhile((character) => character === ' ' || (takesTabs && character === '\t'));
      cursor.skipComment();
      if (!isBreak(cursor.current)) return;
      cursor.readBreak();
      if (this.#flowLevel === 0) this.#mayBeginKey = true;
    }
  }

  #add(token: YamlToken, tokenNumber?: number): void {
    if (tokenNumber === undefined) this.#tokens.push(token);
    else this.#tokens.splice(this.#head + tokenNumber - this.#taken, 0, token);
  }

  #addIndicator(kind: StructureKind, length = 1): void {
    this.#add({ kind, line: this.#cursor.line });
    this.#cursor.skip(length);
  }

  /** Adds a token that may be a mapping key. */
  #addNode(scan: () => YamlToken): void {
    this.#saveKey();
    this.#mayBeginKey = false;
    this.#add(scan());
  }

  #fetchBlock(): void {
    this.#removeKey();
    this.#mayBeginKey = true;
    this.#add(scanBlock(this.#cursor, this.#indent));
  }

  #endStream(): void {
    const cursor = this.#cursor;
    if (cursor.column !== 0) {
      cursor.column = 0;
      cursor.line++;
    }
    this.#unrollIndent(-1);
    this.#removeKey();
    this.#mayBeginKey = false;
    this.#isEnded = true;
    this.#add({ kind: 'stream-end', line: cursor.line });
  }

  #fetchDirective(): void {
    this.#beginDocumentPart();
    this.#add(scanDirective(this.#cursor));
  }

  #fetchDocumentIndicator(kind: 'document-start' | 'document-end'): void {
    this.#beginDocumentPart();
    this.#addIndicator(kind, 3);
  }

  #beginDocumentPart(): void {
    this.#unrollIndent(-1);
    this.#removeKey();
    this.#mayBeginKey = false;
  }

  #openFlow(kind: StructureKind): void {
    this.#saveKey();
    this.#keys.push(undefined);
    this.#flowLevel++;
    if (this.#flowLevel > MAXIMUM_DEPTH) throw this.#cursor.failure(`exceeded max depth of ${MAXIMUM_DEPTH}`);
    this.#mayBeginKey = true;
    this.#addIndicator(kind);
  }

  #closeFlow(kind: StructureKind): void {
    this.#removeKey();
    if (this.#flowLevel > 0) {
      this.#flowLevel--;
      this.#keys.pop();
    }
    this.#mayBeginKey = false;
    this.#addIndicator(kind);
  }

  #fetchBlockEntry(): void {
    if (this.#flowLevel === 0) {
      this.#requireMayBeginKey('block sequence entries');
      this.#rollIndent('block-sequence-start', this.#cursor);
    }
    this.#removeKey();
    this.#mayBeginKey = true;
    this.#addIndicator('block-entry');
  }

  #fetchKey(): void {
    if (this.#flowLevel === 0) {
      this.#requireMayBeginKey('mapping keys');
      this.#rollIndent('block-mapping-start', this.#cursor);
    }
    this.#removeKey();
    this.#mayBeginKey = this.#flowLevel === 0;
    this.#addIndicator('key');
  }

  #fetchValue(): void {
    const key = this.#keys.at(-1);
    if (key && this.#isValid(key)) {
      this.#add({ kind: 'key', line: key.line }, key.tokenNumber);
      this.#rollIndent('block-mapping-start', key, key.tokenNumber);
      this.#forget(key);
      this.#mayBeginKey = false;
    } else {
      if (this.#flowLevel === 0) {
        this.#requireMayBeginKey('mapping values');
        this.#rollIndent('block-mapping-start', this.#cursor);
      }
      this.#mayBeginKey = this.#flowLevel === 0;
    }
    this.#addIndicator('value');
  }

  #requireMayBeginKey(what: string): void {
    if (!this.#mayBeginKey) throw this.#cursor.failure(`${what} are not allowed in this context`);
  }

  #rollIndent(kind: StructureKind, { line, column }: { line: number; column: number }, tokenNumber?: number): void {
    if (this.#flowLevel > 0 || this.#indent >= column) return;
    this.#indents.push(this.#indent);
    this.#indent = column;
    if (this.#indents.length > MAXIMUM_DEPTH) throw this.#cursor.failure(`exceeded max depth of ${MAXIMUM_DEPTH}`);
    this.#add({ kind, line }, tokenNumber);
  }

  #unrollIndent(column: number): void {
    if (this.#flowLevel > 0) return;
    while (this.#indent > column) {
      this.#add({ kind: 'block-end', line: this.#cursor.line });
      this.#indent = this.#indents.pop() ?? -1;
    }
  }

  #saveKey(): void {
    if (!this.#mayBeginKey) return;
    const { line, column, position } = this.#cursor;
    const isRequired = this.#flowLevel === 0 && this.#indent === column;
    const tokenNumber = this.#taken + this.#tokens.length - this.#head;
    this.#removeKey();
    const key: SimpleKey = { isPossible: true, isRequired, tokenNumber, line, column, position };
    this.#keys[this.#keys.length - 1] = key;
    this.#keyOfToken.set(tokenNumber, key);
  }

  #removeKey(): void {
    const key = this.#keys.at(-1);
    if (!key?.isPossible) return;
    if (key.isRequired) throw this.#missingColon();
    this.#forget(key);
  }

  #forget(key: SimpleKey): void {
    key.isPossible = false;
    this.#keyOfToken.delete(key.tokenNumber);
  }

  #isValid(key: SimpleKey): boolean {
    if (!key.isPossible) return false;
    const { line, position } = this.#cursor;
    if (key.line >= line && key.position + MAXIMUM_KEY_LENGTH >= position) return true;
    if (key.isRequired) throw this.#missingColon();
    key.isPossible = false;
    return false;
  }

  #missingColon(): Error {
    return this.#cursor.failure("could not find expected ':'");
  }
}
