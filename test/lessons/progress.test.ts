import { expect, it } from 'vitest';
import type { Lesson } from '../../src/lessons/lesson.ts';
import { isLessonSolved, isStepSolved, NO_PROGRESS, quizKey, taskKey, withSolved } from '../../src/lessons/progress.ts';

/** A step with two tasks, one with a quiz, and one that only tells. */
const LESSON = {
  steps: [{ tasks: [{}, {}] }, { tasks: [], quiz: { question: '', answers: [] } }, { tasks: [] }],
} as unknown as Lesson;

it('a step is solved when all of its tasks and its quiz are', () => {
  const half = withSolved(NO_PROGRESS, [taskKey(0, 0)]);
  expect(isStepSolved(LESSON, half, 0)).toBe(false);
  expect(isStepSolved(LESSON, withSolved(half, [taskKey(0, 1)]), 0)).toBe(true);
  expect(isStepSolved(LESSON, half, 1)).toBe(false);
  expect(isStepSolved(LESSON, half, 2)).toBe(true);
});

it('a lesson is solved when all of its steps are', () => {
  const tasks = withSolved(NO_PROGRESS, [taskKey(0, 0), taskKey(0, 1)]);
  expect(isLessonSolved(LESSON, tasks)).toBe(false);
  expect(isLessonSolved(LESSON, withSolved(tasks, [quizKey(1)]))).toBe(true);
});

it('solving what is solved changes nothing', () => {
  const progress = withSolved(NO_PROGRESS, [taskKey(0, 0)]);
  expect(withSolved(progress, [taskKey(0, 0)])).toBe(progress);
});
