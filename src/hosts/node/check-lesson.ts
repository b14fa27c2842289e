import { readFile } from 'node:fs/promises';
import { errorText } from '../../api/error-text.ts';
import { printableText } from '../../api/printable-text.ts';
import { readLesson } from '../../lessons/format/read-lesson.ts';
import { solveInNewCluster } from '../lessons/solve-in-new-cluster.ts';

/** What is right or wrong with a lesson, in lines that begin with its file. */
export interface LessonReport {
  readonly report: string;
  readonly isValid: boolean;
}

/** Checks the file of a lesson, and solves it by its own solutions. @throws Error when the file cannot be read */
export async function checkLesson(file: string): Promise<LessonReport> {
  const { lesson, problems } = readLesson(await readFile(file, 'utf8'));
  if (!lesson) return wrong(problems.map(({ line, message }) => `${file}:${line}: ${message}`));
  const unsolved = await solveInNewCluster(lesson).catch((error: unknown) => [errorText(error)]);
  if (unsolved.length > 0) return wrong(unsolved.map((problem) => `${file}: ${problem}`));
  const tasks = lesson.steps.flatMap((step) => step.tasks).length;
  return {
    report: `${file}: valid; ${counted(lesson.steps.length, 'step')}, ${counted(tasks, 'task')} solved\n`,
    isValid: true,
  };
}

/** Lessons of others may name things by sequences that a terminal executes. */
const wrong = (lines: readonly string[]): LessonReport => ({
  report: lines.map((line) => `${printableText(line)}\n`).join(''),
  isValid: false,
});

const counted = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`;
