import { useMemo, useState } from 'react';
import { useStore } from 'zustand';
import { findResource } from '../../../client/discovery.ts';
import { useApplication, useDiscovery } from '../../hooks/use-application.ts';
import { useCollection } from '../../hooks/use-collection.ts';
import type { Credentials } from '../../state/connect-snippets.ts';
import { identityKey, usernameOf } from '../../state/stores/identity-store.ts';

export interface CredentialsOption {
  readonly key: string;
  readonly text: string;
  readonly section: 'Administrator token' | 'Impersonation' | 'Service account tokens';
  readonly credentials: Credentials;
}

export interface ChosenCredentials {
  readonly options: readonly CredentialsOption[];
  readonly key: string;
  readonly credentials: Credentials;
  choose(key: string): void;
  /** Keeps a new token of the selected service account. */
  setToken(token: string): void;
}

const ADMINISTRATOR: Credentials = { type: 'impersonation', identity: { type: 'administrator' } };

/** Returns the selectable identities and the selected one, initially the current identity. */
export function useCredentials(): ChosenCredentials {
  const { identity, known } = useStore(useApplication().identity);
  const accounts = useCollection(findResource(useDiscovery(), 'serviceaccounts', '')).items;
  const [chosen, choose] = useState(identityKey(identity));
  const [tokens, setTokens] = useState<Readonly<Record<string, string>>>({});
  const options = useMemo((): readonly CredentialsOption[] => {
    const impersonated = known.map((other) => ({
      key: identityKey(other),
      text: usernameOf(other),
      section: 'Impersonation' as const,
      credentials: { type: 'impersonation' as const, identity: other },
    }));
    const ofAccounts = accounts.map(({ metadata: { namespace = '', name = '' } }) => {
      const key = `token ${namespace}/${name}`;
      const credentials = { type: 'token' as const, namespace, name, token: tokens[key] };
      return { key, text: `${namespace}/${name}`, section: 'Service account tokens' as const, credentials };
    });
    const administrator = { key: identityKey({ type: 'administrator' }), text: 'admin', credentials: ADMINISTRATOR };
    return [{ ...administrator, section: 'Administrator token' }, ...impersonated, ...ofAccounts];
  }, [known, accounts, tokens]);
  const option = options.find(({ key }) => key === chosen);
  return {
    options,
    key: option?.key ?? identityKey({ type: 'administrator' }),
    credentials: option?.credentials ?? ADMINISTRATOR,
    choose,
    setToken: (token) => setTokens((before) => ({ ...before, [chosen]: token })),
  };
}
