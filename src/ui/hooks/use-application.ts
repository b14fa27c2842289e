import { createContext, use } from 'react';
import { useStore } from 'zustand';
import type { Discovery } from '../../client/discovery.ts';
import type { Application } from '../application.ts';
import { type Identity, identityKey } from '../state/stores/identity-store.ts';

export const ApplicationContext = createContext<Application | undefined>(undefined);

/** The client and the stores, anywhere below the root. */
export function useApplication(): Application {
  const application = use(ApplicationContext);
  if (!application) throw new Error('ApplicationContext is missing above this component');
  return application;
}

const NOTHING: Discovery = { resources: [], failed: [] };

/** What the server serves; the shell shows no view before it is known. */
export const useDiscovery = (): Discovery =>
  useStore(useApplication().discovery, (state) => state.discovery ?? NOTHING);

export const useIdentity = (): Identity => useStore(useApplication().identity, (state) => state.identity);

/** Changes with the identity: as a dependency or key it makes a view ask anew as somebody else. */
export const useIdentityKey = (): string => identityKey(useIdentity());
