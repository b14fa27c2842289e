import { ExpandableSection, Icon, Label } from '@patternfly/react-core';
import BanIcon from '@patternfly/react-icons/dist/esm/icons/ban-icon';
import CheckCircleIcon from '@patternfly/react-icons/dist/esm/icons/check-circle-icon';
import ExclamationCircleIcon from '@patternfly/react-icons/dist/esm/icons/exclamation-circle-icon';
import ExclamationTriangleIcon from '@patternfly/react-icons/dist/esm/icons/exclamation-triangle-icon';
import MinusCircleIcon from '@patternfly/react-icons/dist/esm/icons/minus-circle-icon';
import type { AdmissionStep } from '../../../api/debug/request-trace.ts';
import { durationText } from '../../state/trace-stages.ts';
import { fieldChangesOf, reasonOf } from '../../state/trace-steps.ts';
import { FieldChanges } from '../FieldChanges.tsx';
import { ServerMessage } from '../text/ServerMessage.tsx';
import { Verbatim } from '../text/Verbatim.tsx';

const DECISIONS = {
  allowed: { icon: CheckCircleIcon, status: 'success', word: 'Allowed' },
  denied: { icon: BanIcon, status: 'danger', word: 'Denied' },
  failed: { icon: ExclamationCircleIcon, status: 'danger', word: 'Failed' },
  'failed-open': { icon: ExclamationTriangleIcon, status: 'warning', word: 'Failed and ignored' },
  skipped: { icon: MinusCircleIcon, status: undefined, word: 'Skipped' },
} as const;

/** A step of admission: one plugin, webhook or policy. */
export function TraceStep({ step }: { readonly step: AdmissionStep }) {
  const { plugin, phase, name, decision, patch, warnings, auditAnnotations, reinvocation, milliseconds } = step;
  const why = reasonOf(step);
  const { icon: DecisionIcon, status, word } = DECISIONS[decision];
  return (
    <li className={`tp-step tp-step-${decision}`}>
      <div className="tp-step-head">
        <Icon {...(status ? { status } : {})}>
          <DecisionIcon aria-label={word} role="img" />
        </Icon>
        <span className="tp-step-name">{name ?? plugin}</span>
        <Label isCompact variant="outline">
          {phase === 'mutate' ? 'mutating' : 'validating'}
        </Label>
        {reinvocation && (
          <Label isCompact variant="outline">
            reinvocation
          </Label>
        )}
        <span className="tp-step-time">{durationText(milliseconds)}</span>
      </div>
      <div className="tp-step-body">
        {name !== undefined && <p className="tp-subtle">{plugin}</p>}
        {why && (
          <p>
            <ServerMessage>{why}</ServerMessage>
          </p>
        )}
        {patch && patch.length > 0 && <FieldChanges changes={fieldChangesOf(patch)} />}
        {warnings?.map((warning) => (
          <p key={warning}>
            <Icon status="warning" isInline>
              <ExclamationTriangleIcon aria-label="Warning" role="img" />
            </Icon>{' '}
            {warning}
          </p>
        ))}
        {auditAnnotations && <Annotations annotations={auditAnnotations} />}
        <Insides step={step} />
      </div>
    </li>
  );
}

function Annotations({ annotations }: { readonly annotations: Readonly<Record<string, string>> }) {
  return (
    <ul className="tp-annotations">
      {Object.entries(annotations).map(([key, value]) => (
        <li key={key}>
          <span className="tp-subtle">audit annotation</span> {key}: {value}
        </li>
      ))}
    </ul>
  );
}

/** The AdmissionReview and the console output of a step. */
function Insides({ step: { review, console } }: { readonly step: AdmissionStep }) {
  return (
    <>
      {console && console.length > 0 && (
        <Verbatim label="Console" hasCaption>
          {console.join('\n')}
        </Verbatim>
      )}
      {review && (
        <ExpandableSection toggleText="AdmissionReview">
          <div className="tp-review">
            <Verbatim label="Request" hasCaption>
              {jsonText(review.request)}
            </Verbatim>
            <Verbatim label="Response" hasCaption>
              {review.response === undefined ? 'No response' : jsonText(review.response)}
            </Verbatim>
          </div>
        </ExpandableSection>
      )}
    </>
  );
}

const jsonText = (value: unknown): string => JSON.stringify(value, null, 2);
