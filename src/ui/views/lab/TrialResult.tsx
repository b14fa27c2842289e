import { Alert, EmptyState, EmptyStateBody, ExpandableSection, Spinner } from '@patternfly/react-core';
import FlaskIcon from '@patternfly/react-icons/dist/esm/icons/flask-icon';
import { useEffect, useRef, useState } from 'react';
import type { AdmissionTrialStatus } from '../../../api/debug/admission-trial.ts';
import { errorText } from '../../../api/error-text.ts';
import type { ApiObject } from '../../../api/object.ts';
import { ApiError } from '../../../client/api-error.ts';
import { shortcutText } from '../../components/modifier-key.ts';
import { ServerMessage } from '../../components/text/ServerMessage.tsx';
import { Verbatim } from '../../components/text/Verbatim.tsx';
import { TraceSteps } from '../../components/trace/TraceSteps.tsx';
import { TraceVerdict } from '../../components/trace/TraceVerdict.tsx';
import { useIdentity } from '../../hooks/use-application.ts';
import { usernameOf } from '../../state/stores/identity-store.ts';
import { objectText } from '../yaml/yaml-documents.ts';
import type { LabAction, LabResult } from './use-lab.ts';

interface TrialResultProps {
  readonly result: LabResult | undefined;
  readonly isRunning: boolean;
}

/** The result of a dry run: verdict, steps and resulting object. */
export function TrialResult({ result, isRunning }: TrialResultProps) {
  const element = useRef<HTMLDivElement>(null);
  const isSlow = useIsSlow(isRunning);
  // Scrolls a new result to its start and into view, even when the pane is below the editors.
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

/** Milliseconds that feel instant: the previous result stays that long. */
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
    <Spinner size="md" aria-hidden /> Running the request through admission…
  </p>
);

const NothingTried = () => (
  <EmptyState titleText="No dry run yet" icon={FlaskIcon} headingLevel="h2" variant="sm">
    <EmptyStateBody>
      Select Dry run, or press {shortcutText('Enter')} in an editor, to send the request through admission with this
      webhook or policy. You see every step, its changes, and the resulting object or the denial. Nothing is stored, and
      the webhook or policy need not be enabled.
    </EmptyStateBody>
  </EmptyState>
);

const FAILURES: Readonly<Record<LabAction, string>> = {
  try: 'Dry run failed',
  enable: 'Enabling failed',
  disable: 'Disabling failed',
};

function Failed({ action, error }: { readonly action: LabAction; readonly error: unknown }) {
  const identity = useIdentity();
  const isForbidden = error instanceof ApiError && error.isForbidden;
  return (
    <Alert
      component="h3"
      variant="danger"
      isInline
      title={isForbidden ? `Access denied for ${usernameOf(identity)}` : FAILURES[action]}
    >
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
        <ExpandableSection toggleText="Resulting object" isIndented>
          <Verbatim label="Resulting object">{objectText(response as ApiObject)}</Verbatim>
        </ExpandableSection>
      )}
    </>
  );
}
