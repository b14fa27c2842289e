import type { RE2JS } from '@bufbuild/re2';
import { errorText } from '../api/error-text.ts';
import { compileRe2 } from './compile-re2.ts';

type Instruction = RE2JS['re2Input']['prog']['inst'][number];

/** Opcodes of compiled expressions in RE2. Captures and no-ops are skipped. */
const ALTERNATIVE = [1, 2];
const PASSED = [3, 7];
const EMPTY_WIDTH = 4;
const FAIL = 5;
const MATCH = 6;
const FIRST_RUNE = 8;

/** Anchors and word boundaries, as bits. */
const BEGIN_LINE = 1;
const END_LINE = 2;
const BEGIN_TEXT = 4;
const END_TEXT = 8;
const WORD_BOUNDARY = 16;
const NO_WORD_BOUNDARY = 32;

/** The code point at the end of a text. */
const END = -1;

/** Limits the cost of matches. */
export interface MatchBudget {
  /** Counts steps of about ten nanoseconds each. @throws Error when too many were taken */
  takeSteps(count: number): void;
}

/** Number of steps between two budget checks. */
const STEPS = 4096;

export interface Match {
  readonly start: number;
  readonly end: number;
}

/**
 * A compiled expression in RE2 syntax. A match takes at most one step per instruction and character, and the budget
 * counts the actual steps. Groups cost nothing, because captures are not recorded.
 */
export class RegularExpression {
  readonly #start: number;
  readonly #codes: Uint8Array;
  /** Successors of the instructions. */
  readonly #out: Int32Array;
  readonly #arg: Int32Array;
  /** The set of characters that each instruction accepts, as an index. */
  readonly #sets: Int32Array;
  /** An instruction of each set, the last turn in which it was asked, and its answer then. */
  readonly #samples: readonly Instruction[];
  readonly #asked: Float64Array;
  readonly #accepted: Uint8Array;
  readonly #hasContext: boolean;
  /** The last turn in which each instruction was reached. */
  readonly #reached: Float64Array;
  readonly #stack: Int32Array;
  readonly #threads: Threads;
  readonly #next: Threads;
  #turn = 0;
  /** Steps of the last turn. */
  #steps = 0;

  /** @throws Error when the pattern is invalid */
  constructor(pattern: string) {
    const { prog } = compileRe2(pattern).re2Input;
    const instructions = prog.inst;
    const effective = (pc: number): number => {
      let at = pc;
      for (let next = instructions[at]; next && PASSED.includes(next.op); next = instructions[at]) at = next.out;
      return at;
    };
    this.#start = effective(prog.start);
    this.#codes = Uint8Array.from(instructions, ({ op }) => op);
    this.#out = Int32Array.from(instructions, ({ out }) => effective(out));
    this.#arg = Int32Array.from(instructions, ({ op, arg }) => (ALTERNATIVE.includes(op) ? effective(arg) : arg));
    const { sets, samples } = characterSets(instructions);
    this.#sets = sets;
    this.#samples = samples;
    this.#asked = new Float64Array(samples.length);
    this.#accepted = new Uint8Array(samples.length);
    this.#hasContext = instructions.some(({ op }) => op === EMPTY_WIDTH);
    this.#reached = new Float64Array(instructions.length);
    this.#stack = new Int32Array(2 * instructions.length + 2);
    this.#threads = noThreads(instructions.length);
    this.#next = noThreads(instructions.length);
  }

  /** The number of instructions. */
  get size(): number {
    return this.#codes.length;
  }

  /** Reports whether the expression matches anywhere in the text. */
  test(text: string, budget: MatchBudget): boolean {
    return this.#run(text, 0, budget, true) !== undefined;
  }

  /** Returns the first match at or after `from`: the leftmost, and at one position the one that Perl prefers. */
  find(text: string, from: number, budget: MatchBudget): Match | undefined {
    return this.#run(text, from, budget, false);
  }

  /** @param isAny whether any match is sufficient */
  #run(text: string, from: number, budget: MatchBudget, isAny: boolean): Match | undefined {
    let found: Match | undefined;
    let steps = 0;
    let threads = this.#threads;
    let next = this.#next;
    threads.count = 0;
    budget.takeSteps(0);
    for (let at = from; at <= text.length; ) {
      const code = text.codePointAt(at) ?? END;
      if (!found) add(threads, this.#start, at);
      next.count = 0;
      const matched = this.#step(threads, next, code, this.#hasContext ? contextAt(text, at) : 0);
      if (matched !== undefined) found = { start: matched, end: at };
      if (found && (isAny || next.count === 0)) break;
      [threads, next] = [next, threads];
      steps += this.#steps;
      if (steps >= STEPS) {
        budget.takeSteps(steps);
        steps = 0;
      }
      at += code > 0xffff ? 2 : 1;
    }
    budget.takeSteps(steps);
    return found;
  }

  /**
   * Follows threads to the instructions that consume a character, reaching each instruction once. Adds those that
   * accept the character to the next threads. Returns the start of the match that takes precedence over all later
   * threads.
   */
  #step(threads: Threads, next: Threads, code: number, context: number): number | undefined {
    const [stack, reached, codes, out, arg] = [this.#stack, this.#reached, this.#codes, this.#out, this.#arg];
    const turn = ++this.#turn;
    const { count, starts } = threads;
    this.#steps = count;
    for (let index = 0; index < count; index += 1) {
      let height = 1;
      stack[0] = threads.places[index] as number;
      while (height > 0) {
        height -= 1;
        const pc = stack[height] as number;
        if (reached[pc] === turn) continue;
        reached[pc] = turn;
        this.#steps += 1;
        const operation = codes[pc] as number;
        if (operation >= FIRST_RUNE) {
          if (code !== END && this.#accepts(pc, code)) add(next, out[pc] as number, starts[index] as number);
        } else if (operation === MATCH) return starts[index];
        else if (operation === EMPTY_WIDTH) {
          if (((arg[pc] as number) & ~context) === 0) stack[height++] = out[pc] as number;
        } else if (operation !== FAIL) {
          stack[height++] = arg[pc] as number;
          stack[height++] = out[pc] as number;
        }
      }
    }
    return undefined;
  }

  /** Reports whether an instruction accepts the character of this turn. A set of characters is asked once per turn. */
  #accepts(pc: number, code: number): boolean {
    const set = this.#sets[pc] as number;
    if (this.#asked[set] !== this.#turn) {
      this.#asked[set] = this.#turn;
      this.#accepted[set] = Number(this.#samples[set]?.matchRune(code));
    }
    return this.#accepted[set] === 1;
  }
}

/**
 * Numbers the sets of characters that instructions accept. Copies of a repeated element share their set: a large one is
 * the same list, a small one is found by its characters.
 */
function characterSets(instructions: readonly Instruction[]): { sets: Int32Array; samples: readonly Instruction[] } {
  const samples: Instruction[] = [];
  const known = new Map<unknown, number>();
  const sets = Int32Array.from(instructions, (instruction) => {
    const { op, arg, runes } = instruction;
    if (op < FIRST_RUNE) return 0;
    const key = runes.length > 8 ? runes : `${arg} ${runes}`;
    const set = known.get(key) ?? samples.push(instruction) - 1;
    known.set(key, set);
    return set;
  });
  return { sets, samples };
}

/** Instructions to try at a position of a text, in order of preference, and the starts of their matches. */
interface Threads {
  readonly places: Int32Array;
  readonly starts: Int32Array;
  count: number;
}

/** Returns room for a thread per instruction, and for one that starts. */
const noThreads = (instructions: number): Threads => ({
  places: new Int32Array(instructions + 1),
  starts: new Int32Array(instructions + 1),
  count: 0,
});

function add(threads: Threads, place: number, start: number): void {
  threads.places[threads.count] = place;
  threads.starts[threads.count] = start;
  threads.count += 1;
}

function contextAt(text: string, at: number): number {
  const before = text[at - 1];
  const after = text[at];
  const isBoundary = isWord(text.charCodeAt(at - 1)) !== isWord(text.charCodeAt(at));
  return (
    (before === undefined ? BEGIN_TEXT | BEGIN_LINE : 0) |
    (after === undefined ? END_TEXT | END_LINE : 0) |
    (before === '\n' ? BEGIN_LINE : 0) |
    (after === '\n' ? END_LINE : 0) |
    (isBoundary ? WORD_BOUNDARY : NO_WORD_BOUNDARY)
  );
}

const isWord = (code: number): boolean =>
  (code >= 0x30 && code <= 0x39) || (code >= 0x41 && code <= 0x5a) || code === 0x5f || (code >= 0x61 && code <= 0x7a);

/** Maximum number of instructions in the cache: an instruction takes about a hundred bytes. */
const MOST_INSTRUCTIONS = 100_000;

/** Compiled expressions, and messages of invalid patterns. */
const compiled = new Map<string, RegularExpression | string>();
let kept = 0;

const TOO_LARGE = 'error parsing regexp: expression too large';

/** Maximum length of a pattern: compilation takes up to ten microseconds per character. */
const LONGEST_PATTERN = 10_000;

/** Maximum number of elements after expanding repetitions: each takes about half a microsecond. */
const MOST_ELEMENTS = 50_000;

/** The highest count of a repetition that RE2 accepts. */
const MOST_REPETITIONS = 1000;

/** Matches a counted repetition or any other element of a pattern. Parentheses are separate elements. */
const ELEMENT = /\{(\d+)(?:,(\d*))?\}|\\.|\[\^?\]?(?:\\.|[^\]\\])*\]|./gsu;

/** Returns the number of elements of a pattern after its counted repetitions are expanded, in linear time. */
function expandedSize(pattern: string): number {
  const outer: number[] = [];
  let size = 0;
  // The size of the repeated element.
  let last = 0;
  for (const [element, least, most] of pattern.matchAll(ELEMENT)) {
    if (element === '(') {
      outer.push(size);
      size = 0;
      last = 0;
    } else if (element === ')') {
      last = size + 1;
      size = last + (outer.pop() ?? 0);
    } else if (least !== undefined) {
      const count = Math.min(Number(most || least), MOST_REPETITIONS + 1);
      size += last * Math.max(0, count - 1);
      last *= Math.max(1, count);
    } else {
      size += 1;
      last = 1;
    }
  }
  return outer.reduce((sum, one) => sum + one, size);
}

/** Returns the approximate compilation time of a pattern in microseconds. */
export const compilationTime = (pattern: string): number => 1.5 * pattern.length + 0.5 * expandedSize(pattern);

/** Budget steps per microsecond. */
const STEPS_OF_COMPILATION = 40;

/**
 * Compiles a pattern in RE2 syntax. Returns the error message of an invalid one.
 * @param budget pays for the compilation, unless the expression is known
 */
export function compileRegularExpression(pattern: string, budget?: MatchBudget): RegularExpression | string {
  const known = compiled.get(pattern);
  if (known !== undefined) return known;
  if (pattern.length > LONGEST_PATTERN || expandedSize(pattern) > MOST_ELEMENTS) return TOO_LARGE;
  budget?.takeSteps(Math.ceil(compilationTime(pattern) * STEPS_OF_COMPILATION));
  const expression = compile(pattern);
  const weight = pattern.length + (typeof expression === 'string' ? 0 : expression.size);
  kept += weight;
  if (kept > MOST_INSTRUCTIONS) {
    compiled.clear();
    kept = weight;
  }
  compiled.set(pattern, expression);
  return expression;
}

function compile(pattern: string): RegularExpression | string {
  try {
    return new RegularExpression(pattern);
  } catch (error) {
    return errorText(error);
  }
}
