import { Alert, Card, CardBody, CardTitle, PageSection } from '@patternfly/react-core';
import { useMemo } from 'react';
import { CopyableCode } from '../../components/text/CopyableCode.tsx';
import { ViewHeader } from '../../components/ViewHeader.tsx';
import { useApplication, useDiscovery } from '../../hooks/use-application.ts';
import { useNamespace } from '../../hooks/use-namespaces.ts';
import { connectSnippets, credentialHeaders } from '../../state/connect-snippets.ts';
import { CredentialsForm } from './CredentialsForm.tsx';
import { useCredentials } from './use-credentials.ts';
import './connect.css';
import { TitledCard } from '../../components/TitledCard.tsx';

/** How other code connects to this cluster: base URL, credentials and snippets. */
export function ConnectView() {
  const { baseUrl, token } = useApplication().platform;
  const discovery = useDiscovery();
  const namespace = useNamespace();
  const chosen = useCredentials();
  const { credentials } = chosen;
  const snippets = useMemo(
    () => connectSnippets({ baseUrl, token, credentials, namespace, discovery }),
    [baseUrl, token, credentials, namespace, discovery],
  );
  const headers = credentialHeaders(token, credentials).map(([name, value]) => `${name}: ${value}`);
  return (
    <>
      <ViewHeader title="Connect" description="Call this cluster’s API from your own code." />
      <PageSection isFilled hasBodyWrapper={false} className="tp-connect">
        <TitledCard title="Address and credentials" bodyClassName="tp-connect-card">
          <CopyableCode label="Base URL">{baseUrl}</CopyableCode>
          <Alert variant="info" isInline isPlain component="h3" title="Requests without a token are anonymous">
            <p>
              <code>fetch('/api/v1/pods')</code> runs as system:anonymous, which has almost no access: the server
              returns 403. Send the headers below. Only pages of this origin can reach the cluster in this tab.
            </p>
          </Alert>
          <CredentialsForm chosen={chosen} />
          <CopyableCode label="Headers">{headers.join('\n')}</CopyableCode>
        </TitledCard>
        {snippets.map(({ title, explanation, text }) => (
          <Card isCompact key={title}>
            <CardTitle component="h2">{title}</CardTitle>
            <CardBody className="tp-connect-card">
              <p>{explanation}</p>
              <CopyableCode label={title === 'kubectl' ? 'Shell' : 'JavaScript'}>{text}</CopyableCode>
            </CardBody>
          </Card>
        ))}
      </PageSection>
    </>
  );
}
