import { Alert, EmptyState, EmptyStateBody, ExpandableSection } from '@patternfly/react-core';
import FlaskIcon from '@patternfly/react-icons/dist/esm/icons/flask-icon';
import type { AdmissionTrialStatus } from '../../../api/admission-trial.ts';
import type { ApiObject } from '../../../api/object.ts';
import { TraceSteps } from '../../components/trace/TraceSteps.tsx';
import { TraceVerdict } from '../../components/trace/TraceVerdict.tsx';
import { Verbatim } from '../../components/Verbatim.tsx';
import { objectText } from '../yaml/yaml-text.ts';
import type { LabResult } from './use-lab.ts';

/** What came of the dry run: the verdict, each step, and the object as it would be stored. */
export function TrialResult({ result }: { readonly result: LabResult | undefined }) {
  return (
    <div className="tp-lab-result" aria-live="polite">
      {!result ? <NothingTried /> : result.type === 'failed' ? <Failed error={result.error} /> : <Tried {...result} />}
    </div>
  );
}

const NothingTried = () => (
  <EmptyState titleText="What would happen?" icon={FlaskIcon} headingLevel="h2" variant="sm">
    <EmptyStateBody>
      A dry run sends the request through admission with what is written on the left: every step, its changes, and the
      object as it would be stored, or the refusal.
    </EmptyStateBody>
  </EmptyState>
);

const Failed = ({ error }: { readonly error: unknown }) => (
  <Alert variant="danger" isInline title="It cannot be tried like this">
    {error instanceof Error ? error.message : String(error)}
  </Alert>
);

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
