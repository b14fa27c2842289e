import { Icon, Title } from '@patternfly/react-core';
import BanIcon from '@patternfly/react-icons/dist/esm/icons/ban-icon';
import CheckCircleIcon from '@patternfly/react-icons/dist/esm/icons/check-circle-icon';
import type { ReactNode } from 'react';
import type { SubjectAccessReviewStatus } from '../../../api/kinds/authorization-v1.generated.ts';
import { type AccessQuestion, actionText } from '../../state/access/access-question.ts';

interface VerdictProps {
  readonly question: AccessQuestion;
  readonly status: SubjectAccessReviewStatus;
  /** The reason of the explanation, for a review without one. */
  readonly explained: string | undefined;
  /** Actions on the decision. */
  readonly children?: ReactNode;
}

/** The decision at a glance. */
export function Verdict({ question, status, explained, children }: VerdictProps) {
  const { allowed, reason, evaluationError } = status;
  const { text } = question.subject;
  return (
    <section className={`tp-verdict tp-verdict-${allowed ? 'allowed' : 'denied'}`}>
      <Icon size="2xl" status={allowed ? 'success' : 'danger'}>
        {allowed ? <CheckCircleIcon /> : <BanIcon />}
      </Icon>
      <div>
        <Title headingLevel="h2" size="2xl">
          {allowed ? 'Allowed' : 'Denied'}
        </Title>
        <p className="tp-verdict-sentence">
          <bdi>{text}</bdi> {allowed ? 'can' : 'cannot'} <bdi>{actionText(question.action)}</bdi>
          {isEverywhere(question) ? ' in all namespaces' : ''}.
        </p>
        <p className="tp-subtle">{reason || explained || (allowed ? '' : 'No role allows it.')}</p>
        {evaluationError && evaluationError !== reason && <p className="tp-subtle">{evaluationError}</p>}
        <div className="tp-verdict-actions">{children}</div>
      </div>
    </section>
  );
}

const isEverywhere = ({ action: { resourceAttributes } }: AccessQuestion): boolean =>
  resourceAttributes !== undefined && !resourceAttributes.namespace;
