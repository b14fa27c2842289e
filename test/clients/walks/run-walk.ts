import type { StepOutcome } from '../outcomes/client-outcomes.ts';
import type { Outcome } from '../packaged-tools.ts';
import { comparable, outcomeText, wordsOf } from '../transcript.ts';

/**
 * A command and the lines that its output must contain, with `! ` before lines of standard error and `[1]` for an exit
 * code; `…` stands for any text of a line.
 */
export type WalkStep = readonly [command: string, shows: string];

/** A command line: its words, its environment, its input file, and whether it is stopped after its output. */
export interface CommandLine {
  readonly words: readonly string[];
  readonly environment: Readonly<Record<string, string>>;
  readonly inputFile: string | undefined;
  readonly isStopped: boolean;
}

const STOPPED = ' (until stopped)';

/** Parses `NAME=value word 'quoted word' < file`, or a command that ends with `(until stopped)`. */
export function parseCommandLine(text: string): CommandLine {
  const isStopped = text.endsWith(STOPPED);
  const words = wordsOf(isStopped ? text.slice(0, -STOPPED.length) : text);
  const assignments = words.findIndex((word) => !/^[A-Z_]+=/.test(word));
  const environment = Object.fromEntries(words.splice(0, assignments).map((word) => word.split(/=(.*)/s).slice(0, 2)));
  const [sign, file] = words.slice(-2);
  const inputFile = sign === '<' ? file : undefined;
  return { words: inputFile === undefined ? words : words.slice(0, -2), environment, inputFile, isStopped };
}

/** Values that differ between runs of a living cluster. */
const VARIABLE: readonly (readonly [RegExp, string])[] = [
  // biome-ignore lint/suspicious/noControlCharactersInRegex: kubectl colors the address of the server.
  [/\u001b\[[\d;]*m/g, ''],
  [/https:\/\/127\.0\.0\.1:\d+/g, '<server>'],
  [/\bey[\w-]+\.[\w-]+\.[\w-]+/g, '<token>'],
  // Generated names have letters without vowels and few digits.
  [/-[b-df-hj-np-tv-xz24-9]{8,10}(-[b-df-hj-np-tv-xz24-9]{5})?(?=[\s"]|$)/gm, '-<random>'],
  // Newer versions add the namespace, and write the percent sign differently.
  [/ from \S+ namespace$/gm, ''],
  [/\(%\)/g, '%'],
  [/pod-template-hash=\w+/g, 'pod-template-hash=<random>'],
  [/\b10\.244\.\d+\.\d+\b/g, '<ip>'],
  [/[ \t]+/g, ' '],
];

const masked = (text: string): string =>
  VARIABLE.reduce((shown, [pattern, name]) => shown.replace(pattern, name), comparable(text));

/**
 * Returns a step with its outcome: the expected lines when the output contains them, otherwise the entire output, which
 * then differs from the expected lines.
 */
export function stepOutcome(tool: string, [command, shows]: WalkStep, outcome: Outcome): StepOutcome {
  const text = masked(outcomeText(outcome));
  const lines = text.split('\n').map((line) => line.trim());
  const expected = shows.split('\n').filter((line) => line !== '');
  const isShown = expected.every((line) => lines.some((each) => isLike(each, line)));
  const isExpected = isShown && (outcome.code === 0 || expected.includes(`[${outcome.code}]`));
  return { step: `${tool} ${command}`, outcome: isExpected ? shows : text };
}

/** Compares a line with an expected one, in which `…` stands for any text. */
function isLike(line: string, expected: string): boolean {
  if (!expected.includes('…')) return line === expected;
  const [start = '', end = ''] = expected.split('…');
  return line.length >= start.length + end.length && line.startsWith(start) && line.endsWith(end) && line !== '';
}
