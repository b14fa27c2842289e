import { Alert, EmptyState, EmptyStateBody, ExpandableSection, Spinner } from '@patternfly/react-core';
import FlaskIcon from '@patternfly/react-icons/dist/esm/icons/flask-icon';
import { useEffect, useRef, useState } from 'react';
import type { AdmissionTrialStatus } from '../../../api/debug/admission-trial.ts';
import { errorText } from '../../../api/error-text.ts';
import type { ApiObject } from '../../../api/object.ts';
import { ApiError } from '../../../client/api-error.ts';
import { ServerMessage } from '../../components/ServerMessage.tsx';
import { TraceSteps } from '../../components/trace/TraceSteps.tsx';
import { TraceVerdict } from '../../components/trace/TraceVerdict.tsx';
import { Verbatim } from '../../components/Verbatim.tsx';
import { useIdentity } from '../../hooks/use-application.ts';
import { usernameOf } from '../../state/identity-store.ts';
import { objectText } from '../yaml/yaml-text.ts';
import type { LabAction, LabResult } from './use-lab.ts';

interface TrialResultProps {
  readonly result: LabResult | undefined;
  readonly isRunning: boolean;
}

/** What came of the dry run: the verdict, each step, and the object as it would be stored. */
export function TrialResult({ result, isRunning }: TrialResultProps) {
  const element = useRef<HTMLDivElement>(null);
  const isSlow = useIsSlow(isRunning);
  // What is new is read from its beginning, also where the pane is below the editors and out of sight.
  useEffect(() => {
    if (!result && !isSlow) return;
    element.current?.scrollTo({ top: 0 });
    element.current?.scrollIntoView({ block: 'nearest' });
  }, [result, isSlow]);
  return (
    <div ref={element} className="tp-lab-result" aria-live="polite" aria-busy={isRunning}>
      {isSlow ? (
        <Running />
      ) : !result ? (
        <NothingTried />
      ) : result.type === 'failed' ? (
        <Failed {...result} />
      ) : (
        <Tried {...result} />
      )}
    </div>
  );
}

/** Milliseconds that people take for at once: until then what was there before stays. */
const AT_ONCE = 300;

function useIsSlow(isRunning: boolean): boolean {
  const [isSlow, setSlow] = useState(false);
  useEffect(() => {
    if (!isRunning) return;
    const timer = setTimeout(() => setSlow(true), AT_ONCE);
    return () => {
      clearTimeout(timer);
      setSlow(false);
    };
  }, [isRunning]);
  return isSlow;
}

const Running = () => (
  <p className="tp-lab-running">
    <Spinner size="md" aria-hidden /> The request is on its way through admission…
  </p>
);

const NothingTried = () => (
  <EmptyState titleText="What would happen?" icon={FlaskIcon} headingLevel="h2" variant="sm">
    <EmptyStateBody>
      A dry run, by its button or by Ctrl+Enter in an editor, sends the request through admission with the webhook or
      policy that is written here: every step, its changes, and the object as it would be stored, or the refusal.
      Nothing is stored, and nothing needs to be in force.
    </EmptyStateBody>
  </EmptyState>
);

const FAILURES: Readonly<Record<LabAction, string>> = {
  try: 'It cannot be tried like this',
  enable: 'It was not put into force',
  disable: 'It was not taken out of force',
};

function Failed({ action, error }: { readonly action: LabAction; readonly error: unknown }) {
  const identity = useIdentity();
  const isForbidden = error instanceof ApiError && error.isForbidden;
  return (
    <Alert variant="danger" isInline title={isForbidden ? `${usernameOf(identity)} may not do this` : FAILURES[action]}>
      <ServerMessage>{errorText(error)}</ServerMessage>
    </Alert>
  );
}

function Tried({ status: { trace, response } }: { readonly status: AdmissionTrialStatus }) {
  return (
    <>
      <TraceVerdict trace={trace} />
      <TraceSteps steps={trace.admission} />
      {trace.response.code < 400 && (
        <ExpandableSection toggleText="The object as it would be stored" isIndented>
          <Verbatim label="The object as it would be stored">{objectText(response as ApiObject)}</Verbatim>
        </ExpandableSection>
      )}
    </>
  );
}
