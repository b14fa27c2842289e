import { Alert, Button, FormGroup, TextArea, TextInput, Title } from '@patternfly/react-core';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { dialectNamed } from '../../../api/dialect.ts';
import { errorText } from '../../../api/error-text.ts';
import type { DiscoveredResource } from '../../../client/discovery.ts';
import { resourcePath } from '../../../client/resource-path.ts';
import { type SentResult, sendRequest } from '../../commands/send-request.ts';
import { ChoiceField } from '../../components/ChoiceField.tsx';
import { SentResponse } from '../../components/SentResponse.tsx';
import { useApplication, useDiscovery, useIdentity } from '../../hooks/use-application.ts';
import { useNamespace } from '../../hooks/use-namespaces.ts';
import { dialectOf } from '../../state/dialect-names.ts';
import { objectTemplate } from '../../state/objects/object-template.ts';

/** The requests to try: each has a path, and may have a body. */
const TRIALS = { list: 'List objects', create: 'Create an object (dry run)' } as const;
type Trial = keyof typeof TRIALS;

/** Sends a request for a kind, and shows the response. Nothing is stored unless the user edits the path. */
export function TryRequest({ resource }: { readonly resource: DiscoveredResource }) {
  const application = useApplication();
  const navigate = useNavigate();
  const identity = useIdentity();
  const namespace = useNamespace() ?? 'default';
  const dialect = dialectNamed(dialectOf(useDiscovery()));
  const { verbs, namespaced } = resource;
  const collection = resourcePath({
    ...{ group: resource.group, version: resource.version, resource: resource.resource },
    ...(namespaced ? { namespace } : {}),
  });
  const draftOf = (trial: Trial) =>
    trial === 'list'
      ? { trial, path: `${collection}?limit=5`, body: '' }
      : { trial, path: `${collection}?dryRun=All`, body: objectTemplate(resource, dialect, namespace) };
  const first: Trial = verbs.includes('list') ? 'list' : 'create';
  const [draft, setDraft] = useState(() => draftOf(first));
  const [outcome, setOutcome] = useState<{ readonly result?: SentResult; readonly error?: unknown }>({});
  const [isBusy, setBusy] = useState(false);
  if (!verbs.includes(first)) return null;
  const { trial, path, body } = draft;
  const send = async () => {
    setBusy(true);
    const isCreate = trial === 'create';
    const request = { method: isCreate ? 'POST' : 'GET', path, as: identity, body };
    await sendRequest(application, { ...request, contentType: isCreate ? 'application/yaml' : undefined }).then(
      (result) => setOutcome({ result }),
      (error: unknown) => setOutcome({ error }),
    );
    setBusy(false);
  };
  return (
    <section className="tp-explorer-try" aria-label="Try a request">
      <Title headingLevel="h2">Try a request</Title>
      <div className="tp-explorer-line">
        <ChoiceField
          id="explorer-trial"
          label="Request"
          value={trial}
          options={Object.fromEntries(Object.entries(TRIALS).filter(([verb]) => verbs.includes(verb))) as typeof TRIALS}
          onChange={(chosen) => {
            setDraft(draftOf(chosen));
            setOutcome({});
          }}
        />
        <FormGroup label="Path" fieldId="explorer-path">
          <TextInput
            id="explorer-path"
            value={path}
            spellCheck={false}
            onChange={(_, text) => setDraft({ ...draft, path: text })}
          />
        </FormGroup>
        <Button isDisabled={isBusy || !path.startsWith('/')} onClick={() => void send()}>
          {trial === 'list' ? 'Send GET' : 'Send POST'}
        </Button>
      </div>
      {trial === 'create' && (
        <FormGroup label="Body" fieldId="explorer-body">
          <TextArea
            id="explorer-body"
            rows={10}
            resizeOrientation="vertical"
            spellCheck={false}
            value={body}
            onChange={(_, text) => setDraft({ ...draft, body: text })}
          />
        </FormGroup>
      )}
      {outcome.result && (
        <SentResponse
          result={outcome.result}
          onOpen={(trace) => void navigate({ to: '/requests', search: { trace } })}
        />
      )}
      {outcome.error !== undefined && (
        <Alert component="h3" isInline variant="danger" title="The request could not be sent">
          {errorText(outcome.error)}
        </Alert>
      )}
    </section>
  );
}
