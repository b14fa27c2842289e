import type { Lesson } from './lesson.ts';

/** How far a lesson has been taken. */
export interface Progress {
  /** Zero-based index of the step on the screen. */
  readonly step: number;
  /** The keys of the tasks and quizzes that were solved. They stay solved, whatever becomes of the cluster. */
  readonly solved: readonly string[];
}

export const NO_PROGRESS: Progress = { step: 0, solved: [] };

export const taskKey = (step: number, task: number): string => `${step}.${task}`;
export const quizKey = (step: number): string => `${step}.quiz`;

type Steps = Pick<Lesson, 'steps'>;

/** Returns the keys of everything that a step asks to solve. */
const keysOf = ({ steps }: Steps, index: number): readonly string[] => {
  const step = steps[index];
  return [...(step?.tasks ?? []).map((_, task) => taskKey(index, task)), ...(step?.quiz ? [quizKey(index)] : [])];
};

/** Reports whether everything of a step is solved; true for a step that asks nothing. */
export const isStepSolved = (lesson: Steps, { solved }: Progress, step: number): boolean =>
  keysOf(lesson, step).every((key) => solved.includes(key));

export const isLessonSolved = (lesson: Steps, progress: Progress): boolean =>
  lesson.steps.every((_, step) => isStepSolved(lesson, progress, step));

/** Returns the progress with more keys solved; the same progress when they were solved before. */
export function withSolved(progress: Progress, keys: readonly string[]): Progress {
  const added = keys.filter((key) => !progress.solved.includes(key));
  return added.length === 0 ? progress : { ...progress, solved: [...progress.solved, ...added] };
}
