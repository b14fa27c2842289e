import { useEffect, useRef } from 'react';
import { useStore } from 'zustand';
import { errorText } from '../../../api/error-text.ts';
import type { LessonValues } from '../../../lessons/expressions.ts';
import type { Lesson } from '../../../lessons/lesson.ts';
import type { Progress } from '../../../lessons/progress.ts';
import { sendCall } from '../../../lessons/send-call.ts';
import { lessonClients } from '../../commands/lesson-clients.ts';
import { useApplication } from '../../hooks/use-application.ts';
import { takesKeys } from '../../hooks/use-keys.ts';
import { LessonScript } from '../../state/lessons/lesson-script.ts';

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
  useEffect(() => {
    if (!isPresenting) return;
    const script = new LessonScript();
    const press = (event: KeyboardEvent): void => {
      if (event.key !== NEXT || (event.target instanceof Element && takesKeys(event.target))) return;
      event.preventDefault();
      if (event.repeat) return;
      const { lesson, progress, values, onStep } = latest.current;
      const clients = lessonClients(application);
      script
        .press({
          ...{ lesson, progress, open: onStep, now: () => application.platform.clock.now() },
          send: (call) => sendCall(call, lesson, values ?? {}, clients),
        })
        .catch((error: unknown) =>
          application.notifications.getState().notify('danger', 'The solution failed', errorText(error)),
        );
    };
    window.addEventListener('keydown', press);
    return () => window.removeEventListener('keydown', press);
  }, [isPresenting, application]);
}
