import type { Lesson, LessonCall } from '../../../lessons/lesson.ts';
import { type Progress, taskKey } from '../../../lessons/progress.ts';

/** Milliseconds until a task whose solution was sent, but which is still not solved, may be sent again. */
const SOLVING = 5000;

/** What a press needs from the lesson that is shown. */
export interface ScriptStage {
  readonly lesson: Pick<Lesson, 'steps'>;
  readonly progress: Progress;
  /** Milliseconds since 1970. */
  now(): number;
  /** Makes one call of a solution. */
  send(call: LessonCall): Promise<unknown>;
  /** Opens a step. */
  open(step: number): void;
}

/** A lesson as a script: each press solves the next task of the step, or opens the next step. */
export class LessonScript {
  #isSending = false;
  /** The task whose solution was sent last. */
  #sent: { readonly key: string; readonly until: number } | undefined;

  /**
   * Goes on by one task or step. Does nothing while a solution is being sent, and until its task counts as solved: the
   * change arrives later.
   * @throws whatever `send` throws
   */
  async press({ lesson, progress: { step, solved }, now, send, open }: ScriptStage): Promise<void> {
    if (this.#isSending) return;
    const tasks = lesson.steps[step]?.tasks ?? [];
    const index = tasks.findIndex((_, each) => !solved.includes(taskKey(step, each)));
    const task = tasks[index];
    if (!task) {
      if (step < lesson.steps.length - 1) open(step + 1);
      return;
    }
    const key = taskKey(step, index);
    if (this.#sent?.key === key && now() < this.#sent.until) return;
    this.#isSending = true;
    try {
      for (const call of task.solution) await send(call);
      this.#sent = { key, until: now() + SOLVING };
    } finally {
      this.#isSending = false;
    }
  }
}
