import type { Token } from './lexer.ts';
import type { SourceError } from './source-errors.ts';

const MAXIMUM_DEPTH = 250;
const MAXIMUM_RECOVERIES = 30;

export const RELATIONS = ['<', '<=', '>=', '>', '==', '!=', 'in'];
const OPERATORS = [...RELATIONS, '&&', '||', '?', '+', '-', '*', '/', '%'];

/** Aborts parsing of an expression that is too deeply nested or has too many errors. */
export class ParsingAborted extends Error {}

/**
 * The remaining tokens. Recovers from errors like ANTLR: skips a single surplus token, or else all tokens up to one at
 * which an enclosing rule can continue. Until a token matches, no further errors are reported.
 */
export class TokenReader {
  readonly #tokens: readonly Token[];
  readonly #errors: SourceError[];
  /** Tokens that may follow each open expression, innermost last. */
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
    if (!token) throw new Error('the token list must end with EOF');
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
    if (!this.isRecovering) this.report(at, `Syntax error: ${formatted(message)}`);
    this.isRecovering = true;
  }

  protected deepen(): void {
    if (++this.depth <= MAXIMUM_DEPTH) return;
    this.report(-1, `expression recursion limit exceeded: ${MAXIMUM_DEPTH}`);
    throw new ParsingAborted();
  }

  /** Consumes a required token. */
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

  /** Skips tokens that no rule can continue with. Always advances, so that parsing ends. */
  protected recover(): void {
    if (++this.#recoveries > MAXIMUM_RECOVERIES) {
      this.report(this.token.at, `Syntax error: error recovery attempt limit exceeded: ${MAXIMUM_RECOVERIES}`);
      throw new ParsingAborted();
    }
    if (this.#lastRecovery === this.#position && this.token.kind !== 'EOF') this.#position++;
    this.#lastRecovery = this.#position;
    while (this.token.kind !== 'EOF' && !this.#canContinue(this.token.kind)) this.#position++;
  }

  #canContinue(kind: string): boolean {
    return OPERATORS.includes(kind) || this.followers.some((kinds) => kinds.includes(kind));
  }

  /** Reports whether the next token is one of these; skips a single wrong token before one. */
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

/**
 * Returns the result of Go's Sprintf with the text as format and no arguments. The real server writes syntax errors
 * this way.
 */
const formatted = (text: string): string =>
  text.replace(/%([-+# 0]*[\d.]*)(.?)/gsu, (_, _flags: string, verb: string) => {
    if (verb === '%') return '%';
    return verb === '' ? '%!(NOVERB)' : `%!${verb}(MISSING)`;
  });

/** Returns a set of tokens as ANTLR formats it. */
export function shown(kinds: readonly string[]): string {
  const texts = kinds.map((kind) => (kind === 'EOF' ? '<EOF>' : /^[A-Z_]{2,}$/.test(kind) ? kind : `'${kind}'`));
  return texts.length === 1 ? (texts[0] ?? '') : `{${texts.join(', ')}}`;
}
