import {
  Alert,
  Button,
  DescriptionList,
  DescriptionListDescription,
  DescriptionListGroup,
  DescriptionListTerm,
  Title,
} from '@patternfly/react-core';
import TimesIcon from '@patternfly/react-icons/dist/esm/icons/times-icon';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { errorText } from '../../../api/error-text.ts';
import type { CertificateSigningRequest } from '../../../api/kinds/certificates-v1.generated.ts';
import type { DiscoveredResource } from '../../../client/discovery.ts';
import { decideRequest } from '../../commands/sign-certificates.ts';
import { ServerMessage } from '../../components/text/ServerMessage.tsx';
import { useApplication } from '../../hooks/use-application.ts';
import {
  certificateText,
  certificateValidity,
  lifetimeText,
  requestedSubject,
  requestState,
} from '../../state/access/certificate-facts.ts';
import { download } from '../../state/download.ts';
import { objectParameters } from '../../state/objects/addresses.ts';
import { StateLabel } from './RequestTable.tsx';

interface RequestDetailsProps {
  readonly resource: DiscoveredResource;
  readonly request: CertificateSigningRequest;
  readonly onClose: () => void;
}

/** A request with its subject, decision and certificate. */
export function RequestDetails({ resource, request, onClose }: RequestDetailsProps) {
  const { metadata, spec, status } = request;
  const { name = '' } = metadata;
  const subject = requestedSubject(request);
  return (
    <aside className="tp-request" aria-label={`Request ${name}`}>
      <div className="tp-request-header">
        <Title headingLevel="h2" size="lg">
          {name} <StateLabel state={requestState(request)} />
        </Title>
        <Button variant="plain" aria-label="Close" icon={<TimesIcon />} onClick={onClose} />
      </div>
      <Decision resource={resource} request={request} />
      <DescriptionList isCompact isHorizontal>
        <Row term="Common name">{subject?.commonName || 'None'}</Row>
        <Row term="Organizations">{subject?.organizations.join(', ') || 'None'}</Row>
        {subject?.alternativeNames && <Row term="Alternative names">{subject.alternativeNames}</Row>}
        <Row term="Requestor">
          <bdi>{spec.username}</bdi>{' '}
          {spec.groups?.length ? <span className="tp-subtle">in {spec.groups.join(', ')}</span> : null}
        </Row>
        <Row term="Signer">{spec.signerName}</Row>
        <Row term="Usages">{spec.usages?.join(', ') || 'None'}</Row>
        {spec.expirationSeconds ? <Row term="Requested lifetime">{lifetimeText(spec.expirationSeconds)}</Row> : null}
        <Validity request={request} />
        {(status?.conditions ?? []).map(({ type, reason, message, lastUpdateTime }) => (
          <Row key={type} term={type}>
            {message || reason} <span className="tp-subtle">{lastUpdateTime}</span>
          </Row>
        ))}
      </DescriptionList>
      <Link to="/objects/$group/$version/$resource/$in/$name" params={objectParameters(resource, metadata)}>
        Open object
      </Link>
    </aside>
  );
}

function Row({ term, children }: { readonly term: string; readonly children: ReactNode }) {
  return (
    <DescriptionListGroup>
      <DescriptionListTerm>{term}</DescriptionListTerm>
      <DescriptionListDescription>{children}</DescriptionListDescription>
    </DescriptionListGroup>
  );
}

function Validity({ request }: { readonly request: CertificateSigningRequest }) {
  const text = certificateText(request);
  const validity = text && certificateValidity(text);
  if (!validity) return null;
  const dateText = (time: number) => new Date(time).toISOString().replace('T', ' ').slice(0, 16);
  return (
    <Row term="Certificate">
      Valid from {dateText(validity.notBefore)} to {dateText(validity.notAfter)} UTC
    </Row>
  );
}

/** The actions on a request: approve and deny, or download the certificate. */
function Decision({ resource, request }: Pick<RequestDetailsProps, 'resource' | 'request'>) {
  const { client, notifications, clusterClock } = useApplication();
  const [refusal, setRefusal] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const state = requestState(request);
  const { name = '' } = request.metadata;
  const text = certificateText(request);
  const decide = async (decision: 'Approved' | 'Denied') => {
    setBusy(true);
    setRefusal(undefined);
    try {
      await decideRequest(client, resource, request, decision, await clusterClock.getState().readNow());
      notifications.getState().notify('success', `${decision} request ${name}`);
    } catch (error) {
      setRefusal(errorText(error));
    }
    setBusy(false);
  };
  return (
    <div className="tp-request-actions">
      {state === 'Pending' && (
        <>
          <Button size="sm" isDisabled={isBusy} onClick={() => void decide('Approved')}>
            Approve
          </Button>
          <Button size="sm" variant="secondary" isDanger isDisabled={isBusy} onClick={() => void decide('Denied')}>
            Deny
          </Button>
        </>
      )}
      {state === 'Approved' && <span className="tp-subtle">Waiting for the signer to issue the certificate.</span>}
      {text && (
        <Button size="sm" onClick={() => download(`${name}.crt`, text)}>
          Download certificate
        </Button>
      )}
      {refusal && <Alert component="h3" variant="danger" isInline title={<ServerMessage>{refusal}</ServerMessage>} />}
    </div>
  );
}
