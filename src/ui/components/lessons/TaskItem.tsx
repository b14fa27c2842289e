import { Button } from '@patternfly/react-core';
import CheckCircleIcon from '@patternfly/react-icons/dist/esm/icons/check-circle-icon';
import CircleIcon from '@patternfly/react-icons/dist/esm/icons/outlined-circle-icon';
import { useState } from 'react';
import { errorText } from '../../../api/error-text.ts';
import type { ApiObject } from '../../../api/object.ts';
import { type LessonValues, REQUESTS } from '../../../lessons/expressions.ts';
import type { Hint, Lesson, LessonTask } from '../../../lessons/lesson.ts';
import { splitResource } from '../../../lessons/state.ts';
import { askWhy } from '../../commands/ask-why.ts';
import { useAnswer } from '../../hooks/use-answer.ts';
import { useApplication } from '../../hooks/use-application.ts';
import { CallView } from './CallView.tsx';
import { Markdown } from './Markdown.tsx';

interface TaskItemProps {
  readonly task: LessonTask;
  readonly lesson: Lesson;
  readonly values: LessonValues;
  readonly isSolved: boolean;
}

/** A task with its state, its hint and its solution. */
export function TaskItem({ task, lesson, values, isSolved }: TaskItemProps) {
  const [shown, setShown] = useState<'hint' | 'solution'>();
  const toggle = (part: 'hint' | 'solution') => setShown(shown === part ? undefined : part);
  return (
    <li className="tp-task">
      <span role="status" className={isSolved ? 'tp-task-solved' : 'tp-subtle'}>
        {isSolved ? <CheckCircleIcon aria-hidden /> : <CircleIcon aria-hidden />}
        <span className="pf-v6-screen-reader">{isSolved ? 'Solved' : 'Not solved'}</span>
      </span>
      <div className="tp-task-text">
        <Markdown>{task.text}</Markdown>
        <div className="tp-task-help">
          {task.hint !== undefined && (
            <Button variant="link" isInline aria-expanded={shown === 'hint'} onClick={() => toggle('hint')}>
              {shown === 'hint' ? 'Hide hint' : 'Show hint'}
            </Button>
          )}
          <Button variant="link" isInline aria-expanded={shown === 'solution'} onClick={() => toggle('solution')}>
            {shown === 'solution' ? 'Hide solution' : 'Show solution'}
          </Button>
        </div>
        {shown === 'hint' && task.hint !== undefined && <HintView hint={task.hint} values={values} />}
        {shown === 'solution' &&
          task.solution.map((call, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: The calls of a solution never move.
            <CallView key={index} call={call} lesson={lesson} values={values} />
          ))}
      </div>
    </li>
  );
}

interface HintProps<H extends Hint> {
  readonly hint: H;
  readonly values: LessonValues;
}

const HintView = ({ hint, values }: HintProps<Hint>) =>
  typeof hint === 'string' ? <Markdown>{hint}</Markdown> : <WhyHint hint={hint} values={values} />;

/** The server's explanation of the object that a hint names, requested again when an object of the lesson changes. */
function WhyHint({ hint: { why }, values }: HintProps<Exclude<Hint, string>>) {
  const { clientAs } = useApplication();
  const { resource, namespace, name } = why;
  const { value, error } = useAnswer(`${resource} ${namespace} ${name}`, versionsIn(values), (signal) =>
    askWhy(clientAs({ type: 'administrator' }), splitResource(resource), { namespace, name }, signal),
  );
  return <p aria-live="polite">{value ? value.sentence : error === undefined ? 'Asking why…' : errorText(error)}</p>;
}

/** Returns the versions of all objects. Requests are left out, because each explanation is one. */
const versionsIn = ({ [REQUESTS]: _, ...objects }: LessonValues): string =>
  Object.values(objects)
    .flat()
    .map((object) => (object as ApiObject | null)?.metadata.resourceVersion)
    .join();
