import { createStore, type StoreApi } from 'zustand/vanilla';
import { headerValue } from '../../../api/user-extra.ts';
import type { PlatformPort } from '../../platform-port.ts';

/** The identity of the UI: the administrator or an impersonated subject. */
export type Identity =
  | { readonly type: 'administrator' }
  | { readonly type: 'user'; readonly name: string; readonly groups: readonly string[] }
  | { readonly type: 'service-account'; readonly namespace: string; readonly name: string };

export interface IdentityState {
  readonly identity: Identity;
  /** Recently impersonated identities, for the menu. */
  readonly known: readonly Identity[];
  switchTo(identity: Identity): void;
}
export type IdentityStore = StoreApi<IdentityState>;

/** The user name for impersonating a group alone: the server accepts groups only together with a user. */
export const GROUP_MEMBER = 'group-member';

/** Returns the user name of an identity in the API. */
export function usernameOf(identity: Identity): string {
  if (identity.type === 'administrator') return 'admin';
  return identity.type === 'user' ? identity.name : `system:serviceaccount:${identity.namespace}:${identity.name}`;
}

/** Returns a key that is equal for equal identities. */
export const identityKey = (identity: Identity): string =>
  identity.type === 'user'
    ? `user ${identity.name} ${identity.groups.join(' ')}`
    : `${identity.type} ${usernameOf(identity)}`;

/** Returns the credential headers: the bearer token and impersonation. */
export function identityHeaders(token: string, identity: Identity): Headers {
  const headers = new Headers({ authorization: `Bearer ${token}` });
  if (identity.type === 'administrator') return headers;
  headers.set('impersonate-user', headerValue(usernameOf(identity)));
  if (identity.type === 'user')
    for (const group of identity.groups) headers.append('impersonate-group', headerValue(group));
  return headers;
}

const MOST_KNOWN = 6;

const SETTING = 'tabplane.identity';

/** Creates the identity store. A reload keeps the tab's identity; a new tab starts as the administrator. */
export function createIdentityStore(session: PlatformPort['session']): IdentityStore {
  const store = createStore<IdentityState>()((set) => ({
    identity: { type: 'administrator' },
    known: [],
    ...stored(session),
    switchTo: (identity) =>
      set(({ known }) => {
        if (identity.type === 'administrator') return { identity };
        const others = known.filter((other) => identityKey(other) !== identityKey(identity));
        return { identity, known: [identity, ...others].slice(0, MOST_KNOWN) };
      }),
  }));
  store.subscribe(({ identity, known }) => session.setItem(SETTING, JSON.stringify({ identity, known })));
  return store;
}

function stored(session: PlatformPort['session']): Partial<Pick<IdentityState, 'identity' | 'known'>> {
  try {
    return JSON.parse(session.getItem(SETTING) ?? '{}') as Partial<Pick<IdentityState, 'identity' | 'known'>>;
  } catch {
    return {}; // Unreadable settings are ignored.
  }
}
