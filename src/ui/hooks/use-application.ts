import { createContext, use } from 'react';
import { useStore } from 'zustand';
import type { Discovery } from '../../client/discovery.ts';
import type { Application } from '../application.ts';
import { type Identity, identityKey } from '../state/stores/identity-store.ts';

export const ApplicationContext = createContext<Application | undefined>(undefined);

/** Returns the API client and the stores. */
export function useApplication(): Application {
  const application = use(ApplicationContext);
  if (!application) throw new Error('ApplicationContext is missing above this component');
  return application;
}

const NOTHING: Discovery = { resources: [], failed: [] };

/** Returns what the server serves; the shell renders views only after discovery. */
export const useDiscovery = (): Discovery =>
  useStore(useApplication().discovery, (state) => state.discovery ?? NOTHING);

export const useIdentity = (): Identity => useStore(useApplication().identity, (state) => state.identity);

/** Returns a key of the current identity and moment: views use it as a dependency to reload as another user or in the past. */
export function useIdentityKey(): string {
  const at = useStore(useApplication().moment, (state) => state.at);
  const key = identityKey(useIdentity());
  return at === undefined ? key : `${key} at ${at}`;
}
