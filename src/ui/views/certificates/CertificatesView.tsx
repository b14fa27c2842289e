import {
  Button,
  EmptyState,
  EmptyStateBody,
  Flex,
  FlexItem,
  PageSection,
  Skeleton,
  Title,
} from '@patternfly/react-core';
import CertificateIcon from '@patternfly/react-icons/dist/esm/icons/certificate-icon';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import type { CertificateSigningRequest } from '../../../api/kinds/certificates-v1.generated.ts';
import { type DiscoveredResource, findResource } from '../../../client/discovery.ts';
import type { RequestedKey } from '../../commands/sign-certificates.ts';
import { ErrorState } from '../../components/notices/ErrorState.tsx';
import { UnknownResource } from '../../components/notices/UnknownResource.tsx';
import { useDiscovery } from '../../hooks/use-application.ts';
import { useCollection } from '../../hooks/use-collection.ts';
import { useTitle } from '../../hooks/use-title.ts';
import { NewKey } from './NewKey.tsx';
import { NewRequestDialog } from './NewRequestDialog.tsx';
import { RequestDetails } from './RequestDetails.tsx';
import { RequestTable } from './RequestTable.tsx';
import './certificates.css';

const route = getRouteApi('/certificates');

/** Certificate requests and the decisions on them. */
export function CertificatesView() {
  useTitle('Certificates');
  const resource = findResource(useDiscovery(), 'certificatesigningrequests');
  if (!resource) {
    return <UnknownResource group="certificates" version="v1" resource="certificatesigningrequests" />;
  }
  return <Requests resource={resource} />;
}

function Requests({ resource }: { readonly resource: DiscoveredResource }) {
  const { name } = route.useSearch();
  const navigate = route.useNavigate();
  const { group, version, resource: plural } = resource;
  const { items, isLoaded, error, retry } = useCollection<CertificateSigningRequest>({
    group,
    version,
    resource: plural,
  });
  const [isAsking, setAsking] = useState(false);
  const [made, setMade] = useState<RequestedKey>();
  const requests = items.toSorted((a, b) => creationOf(b).localeCompare(creationOf(a)));
  const selected = requests.find(({ metadata }) => metadata.name === name);
  const select = (chosen: string | undefined) =>
    void navigate({ search: (old) => ({ ...old, name: chosen }), replace: true });
  return (
    <>
      <PageSection className="tp-header" hasBodyWrapper={false}>
        <Flex alignItems={{ default: 'alignItemsCenter' }}>
          <FlexItem>
            <Title headingLevel="h1">Certificates</Title>
            <p className="tp-subtle">Certificate signing requests and the decisions on them.</p>
          </FlexItem>
          <FlexItem align={{ default: 'alignRight' }}>
            <Button onClick={() => setAsking(true)}>Create request</Button>
          </FlexItem>
        </Flex>
      </PageSection>
      <PageSection isFilled hasBodyWrapper={false} className="tp-certificates">
        {made && <NewKey made={made} onForget={() => setMade(undefined)} />}
        {!isLoaded && error !== undefined ? (
          <ErrorState error={error} onRetry={retry} />
        ) : !isLoaded ? (
          <Skeleton height="12rem" screenreaderText="Loading" />
        ) : requests.length === 0 ? (
          <NoRequests />
        ) : (
          <div className={selected ? 'tp-certificates-split' : ''}>
            <RequestTable requests={requests} selected={name} onSelect={select} />
            {selected && (
              <RequestDetails
                key={selected.metadata.uid}
                resource={resource}
                request={selected}
                onClose={() => select(undefined)}
              />
            )}
          </div>
        )}
      </PageSection>
      {isAsking && (
        <NewRequestDialog
          resource={resource}
          onClose={() => setAsking(false)}
          onMade={(key) => {
            setMade(key);
            setAsking(false);
            select(key.name);
          }}
        />
      )}
    </>
  );
}

const creationOf = ({ metadata }: CertificateSigningRequest): string => metadata.creationTimestamp ?? '';

function NoRequests() {
  return (
    <EmptyState titleText="No certificate requests" icon={CertificateIcon} headingLevel="h2">
      <EmptyStateBody>
        A request contains a public key and the identity to certify. Create one here or with kubectl; it then waits here
        for a decision.
      </EmptyStateBody>
    </EmptyState>
  );
}
