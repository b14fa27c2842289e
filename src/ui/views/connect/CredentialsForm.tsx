import {
  Alert,
  Button,
  Form,
  FormGroup,
  FormSelect,
  FormSelectOption,
  FormSelectOptionGroup,
} from '@patternfly/react-core';
import { useState } from 'react';
import { errorText } from '../../../api/error-text.ts';
import { createAccountToken } from '../../commands/create-account-token.ts';
import { FieldHint } from '../../components/dialogs/FieldHint.tsx';
import { ServerMessage } from '../../components/text/ServerMessage.tsx';
import { useApplication, useDiscovery } from '../../hooks/use-application.ts';
import type { Credentials } from '../../state/connect-snippets.ts';
import type { ChosenCredentials, CredentialsOption } from './use-credentials.ts';

const SECTIONS: readonly CredentialsOption['section'][] = [
  'Administrator token',
  'Impersonation',
  'Service account tokens',
];

/** Selects the identity of the snippets. */
export function CredentialsForm({ chosen }: { readonly chosen: ChosenCredentials }) {
  const { options, key, credentials, choose, setToken } = chosen;
  return (
    <Form onSubmit={(event) => event.preventDefault()}>
      <FormGroup label="Identity" fieldId="connect-identity">
        <FormSelect id="connect-identity" value={key} onChange={(_, value) => choose(value)}>
          {SECTIONS.map((section) => (
            <FormSelectOptionGroup key={section} label={section}>
              {options
                .filter((option) => option.section === section)
                .map((option) => (
                  <FormSelectOption key={option.key} value={option.key} label={option.text} />
                ))}
            </FormSelectOptionGroup>
          ))}
        </FormSelect>
        <FieldHint>{hintOf(credentials)}</FieldHint>
      </FormGroup>
      {credentials.type === 'token' && <AccountToken key={key} account={credentials} onCreate={setToken} />}
    </Form>
  );
}

function hintOf(credentials: Credentials): string {
  if (credentials.type === 'token') return 'Service account tokens are valid for 1 hour.';
  return credentials.identity.type === 'administrator'
    ? 'The administrator has full access.'
    : 'The administrator’s token with headers that impersonate this user.';
}

interface AccountTokenProps {
  readonly account: Extract<Credentials, { type: 'token' }>;
  readonly onCreate: (token: string) => void;
}

function AccountToken({ account, onCreate }: AccountTokenProps) {
  const { client, platform } = useApplication();
  const discovery = useDiscovery();
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  const create = async () => {
    setBusy(true);
    setProblem(undefined);
    try {
      onCreate(await createAccountToken(client, discovery, { ...account, knownToken: platform.token }));
    } catch (error) {
      setProblem(errorText(error));
    }
    setBusy(false);
  };
  return (
    <>
      {problem && (
        <Alert component="h3" variant="danger" isInline title="The token could not be created">
          <ServerMessage>{problem}</ServerMessage>
        </Alert>
      )}
      <div>
        <Button variant="secondary" onClick={() => void create()} isLoading={isBusy} isDisabled={isBusy}>
          {account.token ? 'Create another token' : 'Create token'}
        </Button>
      </div>
    </>
  );
}
