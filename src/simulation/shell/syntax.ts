import { pieceAt, type Token, tokensOf, type WrittenRedirection } from './tokens.ts';

/** The commands of a script in order. */
export type Script = readonly Step[];

export interface Step {
  /** The operator between this step and the previous one. */
  readonly when: ';' | '&&' | '||';
  /** The commands of a pipe; a single one without a pipe. */
  readonly pipe: readonly Command[];
  /** Whether `!` inverts its result. */
  readonly isNegated: boolean;
}

/** A command as written. Words still have their quotes. */
export type Command = (
  | { readonly kind: 'simple'; readonly words: readonly string[] }
  | { readonly kind: 'if'; readonly condition: Script; readonly then: Script; readonly otherwise: Script }
  | { readonly kind: 'while'; readonly condition: Script; readonly body: Script; readonly isUntil: boolean }
  | { readonly kind: 'for'; readonly variable: string; readonly words: readonly string[]; readonly body: Script }
  | { readonly kind: 'group'; readonly body: Script; readonly isSubshell: boolean }
) & { readonly redirections: readonly WrittenRedirection[] };

type Body<T extends Command = Command> = T extends Command ? Omit<T, 'redirections'> : never;

const SEPARATORS = [';', '\n'];
/** Words that close a compound command. */
const CLOSING = ['then', 'elif', 'else', 'fi', 'do', 'done', '}'];

/** An unquoted pattern, or the operator of a regular expression. */
const UNSUPPORTED_CONDITION = /^[^'"]*[*?[]|^=~$/;

/** Returns a word whose unquoted references are quoted, so that their values are not split. */
function unsplit(word: string): string {
  let quoted = '';
  for (let rest = word; rest !== ''; ) {
    const piece = pieceAt(rest);
    rest = rest.slice(piece.length);
    quoted += /^[$`]./.test(piece) ? `"${piece}"` : piece;
  }
  return quoted;
}

/** Parses a script. @throws SyntaxError with the shell's message */
export function parseScript(text: string): Script {
  const parser = new Parser(tokensOf(text));
  const script = parser.script();
  parser.expectEnd();
  return script;
}

class Parser {
  readonly #tokens: readonly Token[];
  #at = 0;

  constructor(tokens: readonly Token[]) {
    this.#tokens = tokens;
  }

  expectEnd(): void {
    if (this.#tokens[this.#at]) throw this.#unexpected();
  }

  /** Parses commands up to the word that closes the surrounding command. */
  script(): Script {
    const steps: Step[] = [];
    let when: Step['when'] = ';';
    for (;;) {
      while (this.#operator('\n'));
      if (this.#isAtEnd()) break;
      steps.push({ when, ...this.#pipe() });
      const joint = this.#operator('&&') ?? this.#operator('||');
      when = joint ?? ';';
      if (joint) while (this.#operator('\n'));
      else if (!SEPARATORS.some((each) => this.#operator(each))) break;
      if (joint && this.#isAtEnd()) throw this.#unexpected();
    }
    return steps;
  }

  #isAtEnd(): boolean {
    const token = this.#tokens[this.#at];
    if (!token) return true;
    return token.kind === 'operator' ? token.text === ')' : token.kind === 'word' && CLOSING.includes(token.text);
  }

  #pipe(): Pick<Step, 'pipe' | 'isNegated'> {
    const isNegated = this.#word('!');
    const pipe = [this.#command()];
    while (this.#operator('|')) {
      while (this.#operator('\n'));
      pipe.push(this.#command());
    }
    return { pipe, isNegated };
  }

  #command(): Command {
    const compound = this.#compound();
    if (!compound) return this.#simple();
    const redirections: WrittenRedirection[] = [];
    for (let next = this.#redirection(); next; next = this.#redirection()) redirections.push(next);
    return { ...compound, redirections };
  }

  #compound(): Body | undefined {
    if (this.#operator('(')) return { kind: 'group', body: this.#until(')'), isSubshell: true };
    if (this.#word('{')) return { kind: 'group', body: this.#until('}'), isSubshell: false };
    if (this.#word('[[')) return { kind: 'group', body: this.#conditions(), isSubshell: false };
    if (this.#word('if')) return this.#if();
    if (this.#word('for')) return this.#for();
    const isUntil = this.#word('until');
    if (!isUntil && !this.#word('while')) return undefined;
    return { kind: 'while', condition: this.#until('do'), body: this.#until('done'), isUntil };
  }

  /**
   * Parses `[[ … ]]` as calls of `[`, whose words are not split. Patterns are not supported, nor are `&&` and `||`
   * together, because they bind differently here.
   */
  #conditions(): Script {
    const steps: Step[] = [];
    let joint: '&&' | '||' | undefined;
    for (;;) {
      const words: string[] = [];
      for (let word = this.#nextCondition(); word !== undefined; word = this.#nextCondition())
        words.push(unsplit(word));
      if (words.length === 0 || words.some((word) => UNSUPPORTED_CONDITION.test(word))) throw this.#unexpected();
      const pipe: Command[] = [{ kind: 'simple', words: ['[', ...words, ']'], redirections: [] }];
      steps.push({ when: joint ?? ';', pipe, isNegated: false });
      if (this.#word(']]')) return steps;
      const next = this.#operator('&&') ?? this.#operator('||');
      if (!next || (joint && next !== joint)) throw this.#unexpected();
      joint = next;
    }
  }

  #nextCondition(): string | undefined {
    const token = this.#tokens[this.#at];
    return token?.kind === 'word' && token.text !== ']]' ? this.#nextWord() : undefined;
  }

  #if(): Body {
    const condition = this.#until('then');
    const then = this.#script();
    if (this.#word('elif')) {
      const other = { when: ';', pipe: [{ ...this.#if(), redirections: [] }], isNegated: false } as const;
      return { kind: 'if', condition, then, otherwise: [other] };
    }
    const otherwise = this.#word('else') ? this.#script() : [];
    this.#expect('fi');
    return { kind: 'if', condition, then, otherwise };
  }

  #for(): Body {
    const variable = this.#nextWord() ?? '';
    const words: string[] = [];
    this.#expect('in');
    for (let word = this.#nextWord(); word !== undefined; word = this.#nextWord()) words.push(word);
    while (SEPARATORS.some((each) => this.#operator(each)));
    this.#expect('do');
    return { kind: 'for', variable, words, body: this.#until('done') };
  }

  #simple(): Command {
    const words: string[] = [];
    const redirections: WrittenRedirection[] = [];
    for (;;) {
      const redirection = this.#redirection();
      const word = redirection ? undefined : this.#nextWord();
      if (redirection) redirections.push(redirection);
      else if (word !== undefined) words.push(word);
      else break;
    }
    if (words.length === 0 && redirections.length === 0) throw this.#unexpected();
    return { kind: 'simple', words, redirections };
  }

  /** Parses one or more commands and the word that closes them. */
  #until(end: string): Script {
    const script = this.#script();
    this.#expect(end);
    return script;
  }

  #script(): Script {
    const script = this.script();
    if (script.length === 0) throw this.#unexpected();
    return script;
  }

  #expect(text: string): void {
    if (!this.#word(text) && !this.#operator(text)) throw this.#unexpected();
  }

  #operator<T extends string>(text: T): T | undefined {
    const token = this.#tokens[this.#at];
    if (token?.kind !== 'operator' || token.text !== text) return undefined;
    this.#at++;
    return text;
  }

  #word(text: string): boolean {
    const token = this.#tokens[this.#at];
    if (token?.kind !== 'word' || token.text !== text) return false;
    this.#at++;
    return true;
  }

  #nextWord(): string | undefined {
    const token = this.#tokens[this.#at];
    if (token?.kind !== 'word') return undefined;
    this.#at++;
    return token.text;
  }

  #redirection(): WrittenRedirection | undefined {
    const token = this.#tokens[this.#at];
    if (token?.kind !== 'redirection') return undefined;
    this.#at++;
    return token;
  }

  #unexpected(): SyntaxError {
    const token = this.#tokens[this.#at];
    const found = token?.kind === 'redirection' ? 'redirection' : token?.text;
    return new SyntaxError(
      `syntax error: unexpected ${found === undefined ? 'end of file' : found === '\n' ? 'newline' : `"${found}"`}`,
    );
  }
}
