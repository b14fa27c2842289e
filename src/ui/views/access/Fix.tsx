import { Alert, Button, CodeBlock, CodeBlockCode, Title } from '@patternfly/react-core';
import { useState } from 'react';
import type { AccessFix } from '../../../api/debug/access-analysis.ts';
import { errorText } from '../../../api/error-text.ts';
import { applyFix } from '../../commands/apply-fix.ts';
import { ServerMessage } from '../../components/text/ServerMessage.tsx';
import { useApplication, useDiscovery } from '../../hooks/use-application.ts';
import { objectText } from '../yaml/yaml-documents.ts';

/** Roles and bindings as YAML, and a button that creates them. */
export function Fix({ fix }: { readonly fix: AccessFix }) {
  const { client, notifications } = useApplication();
  const discovery = useDiscovery();
  const [isBusy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<string>();
  const kinds = fix.objects.map(({ kind }) => kind).join(' and ');
  const apply = async () => {
    setBusy(true);
    setRefusal(undefined);
    try {
      await applyFix(client, discovery, fix);
      notifications.getState().notify('success', `Created ${kinds} ${fix.objects[0]?.metadata.name}`);
    } catch (error) {
      setRefusal(errorText(error));
    }
    setBusy(false);
  };
  return (
    <section className="tp-fix">
      <Title headingLevel="h3" size="md">
        {fix.summary}
      </Title>
      <CodeBlock>
        <CodeBlockCode tabIndex={0} aria-label={`${kinds} as YAML`}>
          {fix.objects.map((object) => objectText(object)).join('---\n')}
        </CodeBlockCode>
      </CodeBlock>
      {refusal && <Alert variant="danger" isInline title={<ServerMessage>{refusal}</ServerMessage>} />}
      <Button onClick={() => void apply()} isLoading={isBusy} isDisabled={isBusy}>
        Create {kinds}
      </Button>
      <span className="tp-subtle"> The server validates it in a dry run first.</span>
    </section>
  );
}
