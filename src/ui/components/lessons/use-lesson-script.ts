import { useEffect, useRef } from 'react';
import { useStore } from 'zustand';
import { errorText } from '../../../api/error-text.ts';
import type { LessonValues } from '../../../lessons/expressions.ts';
import type { Lesson } from '../../../lessons/lesson.ts';
import { type Progress, taskKey } from '../../../lessons/progress.ts';
import { sendCall } from '../../../lessons/send-call.ts';
import { lessonClients } from '../../commands/lesson-clients.ts';
import { useApplication } from '../../hooks/use-application.ts';

/** The key for "next" of remote controls for presentations. */
const NEXT = 'PageDown';

interface ScriptedLesson {
  readonly lesson: Lesson;
  readonly progress: Progress;
  /** Undefined while they load. */
  readonly values: LessonValues | undefined;
  /** Opens a step. */
  readonly onStep: (step: number) => void;
}

/** In a tab that presents, one key solves the next task of the step by its solution, and then opens the next step. */
export function useLessonScript(scripted: ScriptedLesson): void {
  const application = useApplication();
  const isPresenting = useStore(application.presenter, (state) => state.isPresenting);
  const latest = useRef(scripted);
  latest.current = scripted;
  const isBusy = useRef(false);
  useEffect(() => {
    if (!isPresenting) return;
    const advance = async (): Promise<void> => {
      const { lesson, progress, values, onStep } = latest.current;
      const { step, solved } = progress;
      const task = lesson.steps[step]?.tasks.find((_, index) => !solved.includes(taskKey(step, index)));
      if (!task) {
        if (step < lesson.steps.length - 1) onStep(step + 1);
        return;
      }
      const clients = lessonClients(application);
      for (const call of task.solution) await sendCall(call, lesson, values ?? {}, clients);
    };
    const press = (event: KeyboardEvent): void => {
      if (event.key !== NEXT) return;
      event.preventDefault();
      // A task counts as solved only when its change has arrived; a second press must not solve it again.
      if (isBusy.current) return;
      isBusy.current = true;
      advance()
        .catch((error: unknown) =>
          application.notifications.getState().notify('danger', 'The solution failed', errorText(error)),
        )
        .finally(() => {
          isBusy.current = false;
        });
    };
    window.addEventListener('keydown', press);
    return () => window.removeEventListener('keydown', press);
  }, [isPresenting, application]);
}
