import { expect } from 'vitest';
import type { Kubectl } from './kubectl.ts';
import type { StepOutcome } from './outcomes/client-outcomes.ts';
import type { Outcome } from './packaged-tools.ts';

/** One command of a transcript and its outcome. */
export interface TranscriptStep {
  /** The text after the `$`. */
  readonly command: string;
  /** Lines of standard output. Lines of standard error start with `! `; `[1]` is an exit code other than 0. */
  readonly outcome: string;
  readonly line: number;
}

/** Parses a transcript: commands after `$ `, each followed by its outcome; comments start with `#: `. */
export function parseTranscript(text: string): TranscriptStep[] {
  const steps: { command: string; outcome: string; line: number }[] = [];
  for (const [index, line] of text.replace(/\n$/, '').split('\n').entries()) {
    if (line.startsWith('#: ')) continue;
    if (line.startsWith('$ ')) steps.push({ command: line.slice(2), outcome: '', line: index + 1 });
    else {
      const step = steps.at(-1);
      if (step) step.outcome += `${line}\n`;
    }
  }
  return steps;
}

/** Runs a command of a transcript: `[as USER] [NAME=value …] kubectl …`. Of shell syntax, only quotes are supported. */
export function runCommand(
  command: string,
  users: Readonly<Record<string, Kubectl>>,
  folder: string,
): Promise<Outcome> {
  const words = wordsOf(command);
  const user = words[0] === 'as' ? (words.splice(0, 2)[1] ?? '') : 'admin';
  const environment: Record<string, string> = {};
  while (/^[A-Z_]+=/.test(words[0] ?? '')) {
    const [name = '', value = ''] = (words.shift() ?? '').split('=');
    environment[name] = value;
  }
  const kubectl = users[user];
  if (words.shift() !== 'kubectl' || !kubectl) throw new Error(`cannot run: ${command}`);
  return kubectl.run(words, { folder, environment });
}

/** Splits a command at spaces outside of quotes, and removes the quotes. */
export const wordsOf = (command: string): string[] =>
  (command.match(/(?:'[^']*'|"[^"]*"|[^\s'"])+/g) ?? []).map((word) => word.replace(/'([^']*)'|"([^"]*)"/g, '$1$2'));

/** Formats an outcome as in transcripts. */
export function outcomeText({ code, stdout, stderr }: Outcome): string {
  const errors = stderr.replace(/\n$/, '').split('\n');
  const lines = stderr === '' ? '' : errors.map((line) => `! ${line}\n`).join('');
  const end = stdout === '' || stdout.endsWith('\n') ? '' : '\n';
  return `${stdout}${end}${lines}${code === 0 ? '' : `[${code}]\n`}`;
}

/** Values that differ between runs, and the column widths that depend on them. */
const VARIABLE: readonly (readonly [RegExp, string])[] = [
  [/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g, '<uid>'],
  [/\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d(\.\d+)?(Z| [+-]\d{4})?/g, '<time>'],
  [/\w{3}, \d\d \w{3} \d{4} \d\d:\d\d:\d\d [+-]\d{4}/g, '<time>'],
  [/\b10\.96\.\d+\.\d+\b/g, '<ip>'],
  [/(resourceVersion"?: )"\d+"|(Resource Version: +)\d+/g, '$1$2<rv>'],
  [/\b(\d+y(\d+d)?|\d+d(\d+h)?|(\d+m)?\d+s)(?=[ )]|$)/gm, '<age>'],
  [/kube-api-access-\w{5}/g, 'kube-api-access-<random>'],
  [/\/(LIVE|MERGED)-\d+\//g, '/$1/'],
  [/(?<=\S) {3,}/g, '   '],
];

/** Replaces the values that differ between runs. */
export const comparable = (text: string): string =>
  VARIABLE.reduce((masked, [pattern, name]) => masked.replace(pattern, name), text);

/** Runs every command and compares its outcome. Returns the commands with a summary of their outcomes. */
export async function replayTranscript(
  text: string,
  users: Readonly<Record<string, Kubectl>>,
  folder: string,
): Promise<StepOutcome[]> {
  const steps: StepOutcome[] = [];
  for (const { command, outcome, line } of parseTranscript(text)) {
    const actual = outcomeText(await runCommand(command, users, folder));
    expect(comparable(actual), `line ${line}: $ ${command}`).toBe(comparable(outcome));
    steps.push({ step: command, outcome: summaryOf(comparable(outcome)) });
  }
  return steps;
}

/** Returns the first line of an outcome, truncated, and the number of further lines. */
function summaryOf(outcome: string): string {
  const [first = '', ...others] = outcome.trimEnd().split('\n');
  const rest = others.length === 0 ? '' : ` (and ${others.length} more line${others.length === 1 ? '' : 's'})`;
  return `${first.length > SUMMARY_LENGTH ? `${first.slice(0, SUMMARY_LENGTH)}…` : first}${rest}`;
}

const SUMMARY_LENGTH = 100;
