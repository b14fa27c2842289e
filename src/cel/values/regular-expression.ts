import { RE2JS } from '@bufbuild/re2';
import { errorText } from '../../api/error-text.ts';
import { BoundedMap } from '../../api/memory/bounded-map.ts';
import type { Budget } from '../evaluation/budget.ts';
import { Failure } from './values.ts';

type Program = RE2JS['re2Input']['prog'];
type Instruction = Program['inst'][number];

/** Opcodes of compiled expressions in RE2. */
const ALTERNATIVE = [1, 2];
const PASS = [3, 7];
const EMPTY_WIDTH = 4;
const MATCH = 6;
const FIRST_RUNE = 8;

/** Anchors and word boundaries, as bits. */
const BEGIN_LINE = 1;
const END_LINE = 2;
const BEGIN_TEXT = 4;
const END_TEXT = 8;
const WORD_BOUNDARY = 16;
const NO_WORD_BOUNDARY = 32;

const compiled = new BoundedMap<string, RE2JS | Failure>(200);

/** Compiles RE2 syntax, which is matched in linear time. */
export function compileRegularExpression(pattern: string): RE2JS | Failure {
  const known = compiled.get(pattern);
  if (known) return known;
  const result = compile(pattern);
  compiled.set(pattern, result);
  return result;
}

function compile(pattern: string): RE2JS | Failure {
  const newer = namedGroup(pattern);
  if (newer) return new Failure(`error parsing regexp: invalid or unsupported Perl syntax: \`${newer}\``);
  try {
    return RE2JS.compile(pattern);
  } catch (error) {
    return new Failure(errorText(error));
  }
}

/** One element of a pattern: a quotation, an escape, the start of a class or a character. */
const PART = /\\Q(?:[^\\]|\\(?!E))*(?:\\E)?|\\.|\[\^?\]?|./sy;

/** Returns the unsupported syntax `(?<` if the pattern uses it: Go before 1.22 only supports `(?P<name>`. */
function namedGroup(pattern: string): string | undefined {
  if (!pattern.includes('(?<')) return undefined;
  let isInClass = false;
  for (let at = 0; at < pattern.length; at = PART.lastIndex) {
    if (!isInClass && pattern.startsWith('(?<', at)) return '(?<';
    PART.lastIndex = at;
    PART.exec(pattern);
    if (pattern[at] === '[') isInClass = true;
    else if (pattern[at] === ']') isInClass = false;
  }
  return undefined;
}

/** Reports whether the expression matches anywhere in the text. */
export const matches = (expression: RE2JS, text: string): boolean => expression.test(text);

/** Returns the first match at or after `from`: the leftmost, and at one position the one that Perl prefers. */
export function findMatch(
  { re2Input: { prog } }: RE2JS,
  text: string,
  from: number,
  budget: Budget,
): { readonly start: number; readonly end: number } | undefined {
  let threads: Thread[] = [];
  let found: { start: number; end: number } | undefined;
  for (let at = from; at <= text.length; ) {
    const code = text.codePointAt(at);
    const width = code !== undefined && code > 0xffff ? 2 : 1;
    if (!found) threads.push({ pc: prog.start, start: at });
    const ready = follow(prog, threads, contextAt(text, at), budget);
    threads = [];
    for (const { instruction, start } of ready) {
      if (instruction.op === MATCH) {
        found = { start, end: at };
        break;
      }
      if (code !== undefined && instruction.matchRune(code)) threads.push({ pc: instruction.out, start });
    }
    if (threads.length === 0 && found) break;
    at += width;
  }
  return found;
}

interface Thread {
  readonly pc: number;
  readonly start: number;
}

/** Returns the instructions that wait for a character, in order of preference and without duplicates. */
function follow(prog: Program, threads: readonly Thread[], context: number, budget: Budget) {
  const ready: { instruction: Instruction; start: number }[] = [];
  const seen = new Set<number>();
  for (const { pc: first, start } of threads) {
    const stack = [first];
    for (let pc = stack.pop(); pc !== undefined; pc = stack.pop()) {
      if (seen.has(pc)) continue;
      seen.add(pc);
      const instruction = prog.getInst(pc);
      if (ALTERNATIVE.includes(instruction.op)) stack.push(instruction.arg, instruction.out);
      else if (PASS.includes(instruction.op)) stack.push(instruction.out);
      else if (instruction.op === EMPTY_WIDTH) {
        if ((instruction.arg & ~context) === 0) stack.push(instruction.out);
      } else if (instruction.op >= FIRST_RUNE || instruction.op === MATCH) ready.push({ instruction, start });
    }
  }
  budget.work(1 + seen.size);
  return ready;
}

function contextAt(text: string, at: number): number {
  const before = text[at - 1];
  const after = text[at];
  const isBoundary = /\w/.test(before ?? ' ') !== /\w/.test(after ?? ' ');
  return (
    (before === undefined ? BEGIN_TEXT | BEGIN_LINE : 0) |
    (after === undefined ? END_TEXT | END_LINE : 0) |
    (before === '\n' ? BEGIN_LINE : 0) |
    (after === '\n' ? END_LINE : 0) |
    (isBoundary ? WORD_BOUNDARY : NO_WORD_BOUNDARY)
  );
}
