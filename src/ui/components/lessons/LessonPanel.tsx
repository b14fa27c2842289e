import { Alert, AlertActionLink, Button, Progress, Spinner, Title } from '@patternfly/react-core';
import CloseIcon from '@patternfly/react-icons/dist/esm/icons/times-icon';
import { useEffect, useRef, useState } from 'react';
import { errorText } from '../../../api/error-text.ts';
import { holds } from '../../../lessons/expressions.ts';
import type { Lesson } from '../../../lessons/lesson.ts';
import { isLessonSolved, isStepSolved, quizKey, taskKey, withSolved } from '../../../lessons/progress.ts';
import { startLesson } from '../../commands/start-lesson.ts';
import { useApplication } from '../../hooks/use-application.ts';
import { useLessonValues } from '../../hooks/use-lesson-values.ts';
import { usePointer } from '../../hooks/use-pointer.ts';
import { lessonOf } from '../../state/lessons/catalog.ts';
import type { LessonRun } from '../../state/stores/lessons-store.ts';
import { Markdown } from './Markdown.tsx';
import { QuizForm } from './QuizForm.tsx';
import { ResetLesson } from './ResetLesson.tsx';
import { TaskItem } from './TaskItem.tsx';
import { useLessonScript } from './use-lesson-script.ts';

interface RunProps {
  readonly run: LessonRun;
}
interface LessonProps extends RunProps {
  readonly lesson: Lesson;
}

/** A lesson beside the app: its step, tasks that are checked live, and the way through the steps. */
export function LessonPanel({ run }: RunProps) {
  const { lessons } = useApplication();
  const lesson = lessonOf(run);
  return (
    <aside className="tp-lesson" aria-label="Lesson">
      <header className="tp-lesson-header">
        <Title headingLevel="h2" size="md">
          {lesson?.title ?? run.name}
        </Title>
        <Button
          variant="plain"
          size="sm"
          aria-label="Close lesson"
          icon={<CloseIcon />}
          onClick={() => lessons.getState().update({ isOpen: false })}
        />
      </header>
      {!lesson ? (
        <Alert component="h3" isInline variant="danger" title="This version of the app does not have the lesson" />
      ) : run.isPrepared ? (
        <Steps run={run} lesson={lesson} />
      ) : (
        <Preparation lesson={lesson} />
      )}
    </aside>
  );
}

/** Creates the start state of the lesson. */
function Preparation({ lesson }: { readonly lesson: Lesson }) {
  const application = useApplication();
  const [error, setError] = useState<unknown>();
  const isRunning = useRef(false);
  const prepare = () => {
    if (isRunning.current) return;
    isRunning.current = true;
    setError(undefined);
    startLesson(application, lesson.start)
      .then(() => application.lessons.getState().update({ isPrepared: true }), setError)
      .finally(() => {
        isRunning.current = false;
      });
  };
  const latest = useRef(prepare);
  useEffect(() => latest.current(), []);
  return error === undefined ? (
    <p className="tp-lesson-preparing">
      <Spinner size="md" aria-label="Preparing the cluster" /> Preparing the cluster…
    </p>
  ) : (
    <Alert
      component="h3"
      isInline
      variant="danger"
      title="The cluster could not be prepared"
      actionLinks={<AlertActionLink onClick={prepare}>Retry</AlertActionLink>}
    >
      {errorText(error)}
    </Alert>
  );
}

function Steps({ run, lesson }: LessonProps) {
  const { lessons } = useApplication();
  const { progress } = run;
  const index = Math.min(progress.step, lesson.steps.length - 1);
  const step = lesson.steps[index];
  const values = useLessonValues(lesson);
  const top = useRef<HTMLHeadingElement>(null);
  usePointer(step?.pointsAt);

  const solve = (keys: readonly string[]) => {
    const solved = withSolved(progress, keys);
    if (solved !== progress) lessons.getState().update({ progress: solved, isSolved: isLessonSolved(lesson, solved) });
  };
  const latest = useRef(solve);
  latest.current = solve;
  useEffect(() => {
    if (!step || !values) return;
    latest.current(step.tasks.flatMap(({ check }, task) => (holds(check, values) ? taskKey(index, task) : [])));
  }, [step, values, index]);

  const goTo = (target: number) => {
    lessons.getState().update({ progress: { ...progress, step: target } });
    top.current?.focus();
  };
  useLessonScript({ lesson, progress, values, onStep: goTo });

  if (!step) return null;
  const isSolved = isStepSolved(lesson, progress, index);
  const isLast = index === lesson.steps.length - 1;
  return (
    <>
      <div className="tp-lesson-step">
        <Progress
          value={index + 1}
          max={lesson.steps.length}
          measureLocation="none"
          size="sm"
          aria-label={`Step ${index + 1} of ${lesson.steps.length}`}
        />
        <p className="tp-subtle">
          Step {index + 1} of {lesson.steps.length}
        </p>
        <h3 ref={top} tabIndex={-1} className="tp-lesson-title">
          {step.title}
        </h3>
        <Markdown>{step.text}</Markdown>
        {step.tasks.length > 0 && (
          <ol className="tp-tasks" aria-label="Tasks">
            {step.tasks.map((task, position) => (
              <TaskItem
                key={taskKey(index, position)}
                task={task}
                lesson={lesson}
                values={values ?? {}}
                isSolved={progress.solved.includes(taskKey(index, position))}
              />
            ))}
          </ol>
        )}
        {step.quiz && (
          <QuizForm
            key={quizKey(index)}
            quiz={step.quiz}
            isSolved={progress.solved.includes(quizKey(index))}
            onSolve={() => solve([quizKey(index)])}
          />
        )}
        <p role="status" className="tp-lesson-status">
          {isLast && run.isSolved
            ? 'You have solved this lesson.'
            : isSolved && isLast
              ? 'All tasks of this step are solved.'
              : ''}
        </p>
      </div>
      <footer className="tp-lesson-footer">
        <Button variant="secondary" size="sm" isDisabled={index === 0} onClick={() => goTo(index - 1)}>
          Back
        </Button>
        {!isLast && (
          <Button variant={isSolved ? 'primary' : 'secondary'} size="sm" onClick={() => goTo(index + 1)}>
            {isSolved ? 'Next' : 'Skip'}
          </Button>
        )}
        <ResetLesson run={run} />
      </footer>
    </>
  );
}
