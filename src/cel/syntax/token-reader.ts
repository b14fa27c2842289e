import type { Token } from './lexer.ts';
import type { SourceError } from './source-errors.ts';

const MAXIMUM_DEPTH = 250;
const MAXIMUM_RECOVERIES = 30;

export const RELATIONS = ['<', '<=', '>=', '>', '==', '!=', 'in'];
const OPERATORS = [...RELATIONS, '&&', '||', '?', '+', '-', '*', '/', '%'];

/** Ends the reading of an expression that is too deep, or too broken to go on. */
export class GivenUp extends Error {}

/**
 * The tokens that are left to read. After a mistake it goes on as ANTLR does: a token too many is skipped, and otherwise
 * everything up to a token with which some enclosing rule can go on; until one fits, no more is reported.
 */
export class TokenReader {
  readonly #tokens: readonly Token[];
  readonly #errors: SourceError[];
  /** What may follow the expressions that are being read, innermost last. */
  protected readonly followers: string[][] = [['EOF']];
  protected depth = 0;
  protected isRecovering = false;
  #position = 0;
  #recoveries = 0;
  #lastRecovery = -1;

  constructor(tokens: readonly Token[], errors: SourceError[]) {
    this.#tokens = tokens;
    this.#errors = errors;
  }

  protected get token(): Token {
    return this.peek(0);
  }

  protected peek(distance: number): Token {
    const token = this.#tokens[Math.min(this.#position + distance, this.#tokens.length - 1)];
    if (!token) throw new Error('a token list ends in EOF');
    return token;
  }

  protected take(): Token {
    const token = this.token;
    this.#position++;
    this.isRecovering = false;
    return token;
  }

  protected takeIf(...kinds: readonly string[]): Token | undefined {
    return kinds.includes(this.token.kind) ? this.take() : undefined;
  }

  protected report(at: number, message: string): void {
    this.#errors.push({ at, message });
  }

  protected syntaxError(message: string, { at } = this.token): void {
    if (!this.isRecovering) this.report(at, `Syntax error: ${message}`);
    this.isRecovering = true;
  }

  protected deepen(): void {
    if (++this.depth <= MAXIMUM_DEPTH) return;
    this.report(-1, `expression recursion limit exceeded: ${MAXIMUM_DEPTH}`);
    throw new GivenUp();
  }

  /** Takes the token that must come here. */
  protected match(kind: string): Token | undefined {
    if (this.token.kind === kind) return kind === 'EOF' ? this.token : this.take();
    if (this.peek(1).kind === kind && this.token.kind !== 'EOF') {
      this.syntaxError(`extraneous input '${this.token.text}' expecting ${shown([kind])}`);
      this.#position++;
      return kind === 'EOF' ? this.token : this.take();
    }
    if (this.#mayFollow(this.token.kind) && (kind === ')' || kind === ']')) {
      this.syntaxError(`missing ${shown([kind])} at '${this.token.text}'`);
      return undefined;
    }
    this.syntaxError(`mismatched input '${this.token.text}' expecting ${shown([kind])}`);
    this.recover();
    return undefined;
  }

  #mayFollow(kind: string): boolean {
    return OPERATORS.includes(kind) || this.followers.slice(0, -1).some((kinds) => kinds.includes(kind));
  }

  /** Skips what nothing can go on with; always forward, so that it comes to an end. */
  protected recover(): void {
    if (++this.#recoveries > MAXIMUM_RECOVERIES) {
      this.report(this.token.at, `Syntax error: error recovery attempt limit exceeded: ${MAXIMUM_RECOVERIES}`);
      throw new GivenUp();
    }
    if (this.#lastRecovery === this.#position && this.token.kind !== 'EOF') this.#position++;
    this.#lastRecovery = this.#position;
    while (this.token.kind !== 'EOF' && !this.#canGoOn(this.token.kind)) this.#position++;
  }

  #canGoOn(kind: string): boolean {
    return OPERATORS.includes(kind) || this.followers.some((kinds) => kinds.includes(kind));
  }

  /** Whether the next token is one of these; a single wrong token before one is skipped. */
  protected expectStart(expected: readonly string[]): boolean {
    if (expected.includes(this.token.kind)) return true;
    if (expected.includes(this.peek(1).kind) && this.token.kind !== 'EOF') {
      this.syntaxError(`extraneous input '${this.token.text}' expecting ${shown(expected)}`);
      this.#position++;
      return true;
    }
    this.syntaxError(`mismatched input '${this.token.text}' expecting ${shown(expected)}`);
    this.recover();
    return false;
  }
}

/** A set of tokens as ANTLR shows it. */
export function shown(kinds: readonly string[]): string {
  const texts = kinds.map((kind) => (kind === 'EOF' ? '<EOF>' : /^[A-Z_]{2,}$/.test(kind) ? kind : `'${kind}'`));
  return texts.length === 1 ? (texts[0] ?? '') : `{${texts.join(', ')}}`;
}
