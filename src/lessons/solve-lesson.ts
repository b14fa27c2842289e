import { discover } from '../client/discovery.ts';
import { holds } from './expressions.ts';
import type { Lesson, LessonTask } from './lesson.ts';
import { type ClientAs, sendCall } from './send-call.ts';
import { readValues } from './state.ts';

/** A cluster in the start state of a lesson. */
export interface LessonCluster {
  readonly clientAs: ClientAs;
  /** Lets controllers and nodes react. */
  settle(): Promise<void>;
}

/**
 * Solves every task by its solution, in order.
 * @returns the tasks that are solved before their solution, or not after it; empty when the lesson works
 * @throws Error when a call cannot be made
 */
export async function solveLesson(lesson: Lesson, { clientAs, settle }: LessonCluster): Promise<readonly string[]> {
  const administrator = clientAs(undefined);
  const values = async () => readValues(administrator, await discover(administrator), lesson);
  const isSolved = async (task: LessonTask) => holds(task.check, await values());
  const tasks = lesson.steps.flatMap(({ tasks: own }, step) =>
    own.map((task, index) => ({ task, place: `step ${step + 1}, task ${index + 1}` })),
  );
  const problems: string[] = [];
  const first = await values();
  for (const { task, place } of tasks) if (holds(task.check, first)) problems.push(`${place} is solved at the start`);
  for (const { task, place } of tasks) {
    if (await isSolved(task)) problems.push(`${place} is solved before its solution`);
    for (const call of task.solution) {
      await sendCall(call, lesson, await values(), clientAs);
      await settle();
    }
    if (!(await isSolved(task))) problems.push(`${place} is not solved by its solution`);
  }
  return problems;
}
