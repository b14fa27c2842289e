import {
  Button,
  DescriptionList,
  DescriptionListDescription,
  DescriptionListGroup,
  DescriptionListTerm,
  EmptyState,
  EmptyStateBody,
  ExpandableSection,
  Title,
} from '@patternfly/react-core';
import TimesIcon from '@patternfly/react-icons/dist/esm/icons/times-icon';
import type { ReactNode } from 'react';
import type { RequestTrace } from '../../../api/debug/request-trace.ts';
import { Verbatim } from '../../components/text/Verbatim.tsx';
import { TraceSteps } from '../../components/trace/TraceSteps.tsx';
import { TraceVerdict } from '../../components/trace/TraceVerdict.tsx';
import { prettyJson } from '../../state/pretty-json.ts';
import { sizeText } from '../../state/size-text.ts';
import { allowedBy, requestText } from '../../state/trace-steps.ts';
import { TraceActions } from './TraceActions.tsx';
import { TraceDenial } from './TraceDenial.tsx';
import { TraceStages } from './TraceStages.tsx';

interface TraceDetailsProps {
  /** Undefined when it is no longer available. */
  readonly trace: RequestTrace | undefined;
  readonly onClose: () => void;
}

/** One request through authorization and admission. */
export function TraceDetails({ trace, onClose }: TraceDetailsProps) {
  return (
    <aside className="tp-trace" aria-label="Request">
      <div className="tp-trace-head">
        <Title headingLevel="h2" size="lg">
          {trace ? requestText(trace.request) : 'Request'}
        </Title>
        <Button variant="plain" aria-label="Close" icon={<TimesIcon />} onClick={onClose} />
      </div>
      {trace ? <Story trace={trace} /> : <Forgotten />}
    </aside>
  );
}

function Story({ trace }: { readonly trace: RequestTrace }) {
  const { request, user, impersonatedBy, authorization, admission, response } = trace;
  return (
    <>
      <TraceVerdict trace={trace} />
      <TraceActions trace={trace} />
      <DescriptionList isCompact isHorizontal className="tp-trace-facts">
        <Fact term="Request">
          <code>
            {request.method} {request.path}
          </code>
        </Fact>
        <Fact term="User">
          <bdi>{user.username}</bdi>
          {impersonatedBy && (
            <>
              {' '}
              (impersonated by <bdi>{impersonatedBy.username}</bdi>)
            </>
          )}
        </Fact>
        {authorization?.decision === 'allow' && <Fact term="Allowed by">{allowedBy(trace)}</Fact>}
        {authorization && authorization.decision !== 'allow' && (
          <Fact term="Denied">{authorization.reason || 'No role allows it.'}</Fact>
        )}
        <Fact term="Duration">
          <TraceStages trace={trace} />
        </Fact>
        {response.bytes !== undefined && <Fact term="Size">{sizeText(response.bytes)}</Fact>}
        <Fact term="Audit ID">{trace.auditID}</Fact>
      </DescriptionList>
      {authorization && authorization.decision !== 'allow' && <TraceDenial trace={trace} />}
      {(authorization === undefined || authorization.decision === 'allow') && (
        <>
          <Title headingLevel="h3" size="md">
            Admission
          </Title>
          <TraceSteps steps={admission} />
        </>
      )}
      {trace.console && (
        <Verbatim label="Console" hasCaption>
          {trace.console.join('\n')}
        </Verbatim>
      )}
      {request.headers && (
        <ExpandableSection toggleText="Request headers" isIndented>
          <Verbatim label="Request headers">{headersText(request.headers)}</Verbatim>
        </ExpandableSection>
      )}
      {request.body && (
        <ExpandableSection toggleText="Request body" isIndented>
          <Verbatim label="Request body">{prettyJson(request.body)}</Verbatim>
        </ExpandableSection>
      )}
    </>
  );
}

const Forgotten = () => (
  <EmptyState titleText="Request no longer available" headingLevel="h3" variant="sm">
    <EmptyStateBody>The newest 500 requests of users and 200 of controllers are kept.</EmptyStateBody>
  </EmptyState>
);

const Fact = ({ term, children }: { readonly term: string; readonly children: ReactNode }) => (
  <DescriptionListGroup>
    <DescriptionListTerm>{term}</DescriptionListTerm>
    <DescriptionListDescription>{children}</DescriptionListDescription>
  </DescriptionListGroup>
);

const headersText = (headers: Readonly<Record<string, string>>): string =>
  Object.entries(headers)
    .map(([name, value]) => `${name}: ${value}`)
    .join('\n');
