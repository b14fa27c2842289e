import { Button } from '@patternfly/react-core';
import { useState } from 'react';
import { errorText } from '../../../api/error-text.ts';
import type { LessonValues } from '../../../lessons/expressions.ts';
import type { Lesson, LessonCall } from '../../../lessons/lesson.ts';
import { filledIn, sendCall } from '../../../lessons/send-call.ts';
import { lessonClients } from '../../commands/lesson-clients.ts';
import { useApplication } from '../../hooks/use-application.ts';
import { objectText } from '../../views/yaml/yaml-documents.ts';
import { CopyableCode } from '../text/CopyableCode.tsx';

interface CallViewProps {
  readonly call: LessonCall;
  readonly lesson: Lesson;
  readonly values: LessonValues;
}

/** A call of a solution, to copy or to send. */
export function CallView({ call, lesson, values }: CallViewProps) {
  const application = useApplication();
  const [outcome, setOutcome] = useState('');
  const [isBusy, setBusy] = useState(false);
  const send = async () => {
    setBusy(true);
    setOutcome('');
    try {
      const { code, message } = await sendCall(call, lesson, values, lessonClients(application));
      setOutcome(message ? `${code}: ${message}` : 'Request succeeded');
    } catch (error) {
      setOutcome(errorText(error));
    }
    setBusy(false);
  };
  const isApply = 'apply' in call;
  return (
    <div className="tp-call">
      <CopyableCode label={isApply ? 'YAML' : 'Request'}>
        {isApply ? yamlOf(call) : requestText(call, lesson, values)}
      </CopyableCode>
      <Button variant="secondary" size="sm" isDisabled={isBusy} onClick={() => void send()}>
        {isApply ? 'Apply' : 'Send request'}
        {call.as === undefined ? '' : ` as ${call.as}`}
      </Button>
      <p role="status" className="tp-call-outcome">
        {outcome}
      </p>
    </div>
  );
}

const yamlOf = ({ apply }: Extract<LessonCall, { apply: unknown }>): string =>
  apply.map((object) => objectText(object)).join('---\n');

function requestText(call: Exclude<LessonCall, { apply: unknown }>, lesson: Lesson, values: LessonValues): string {
  const { method, path, type = 'application/json', body, as } = filledIn(call, lesson, values);
  return [
    `${method} ${path}`,
    ...(as === undefined ? [] : [`Impersonate-User: ${as}`]),
    ...(body === undefined ? [] : [`Content-Type: ${type}`, '', body]),
  ].join('\n');
}
