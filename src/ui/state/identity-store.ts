import { createStore, type StoreApi } from 'zustand/vanilla';

/** Who the UI acts as: the person at the keyboard, or somebody impersonated by them. */
export type Identity =
  | { readonly type: 'administrator' }
  | { readonly type: 'user'; readonly name: string; readonly groups: readonly string[] }
  | { readonly type: 'service-account'; readonly namespace: string; readonly name: string };

export interface IdentityState {
  readonly identity: Identity;
  /** Identities used before, for the menu; the administrator is not among them. */
  readonly known: readonly Identity[];
  switchTo(identity: Identity): void;
}
export type IdentityStore = StoreApi<IdentityState>;

/** The user name as the API has it. */
export function usernameOf(identity: Identity): string {
  if (identity.type === 'administrator') return 'admin';
  return identity.type === 'user' ? identity.name : `system:serviceaccount:${identity.namespace}:${identity.name}`;
}

/** Text that is the same for the same identity. */
export const identityKey = (identity: Identity): string =>
  identity.type === 'user'
    ? `user ${identity.name} ${identity.groups.join(' ')}`
    : `${identity.type} ${usernameOf(identity)}`;

/** The credentials of every request: the bearer token, and the impersonation on top of it. */
export function identityHeaders(token: string, identity: Identity): Headers {
  const headers = new Headers({ authorization: `Bearer ${token}` });
  if (identity.type === 'administrator') return headers;
  headers.set('impersonate-user', usernameOf(identity));
  if (identity.type === 'user') for (const group of identity.groups) headers.append('impersonate-group', group);
  return headers;
}

const MOST_KNOWN = 6;

/** Starts as the administrator: a page that is opened anew must not surprise with rights it has not. */
export const createIdentityStore = (): IdentityStore =>
  createStore<IdentityState>()((set) => ({
    identity: { type: 'administrator' },
    known: [],
    switchTo: (identity) =>
      set(({ known }) => {
        if (identity.type === 'administrator') return { identity };
        const others = known.filter((other) => identityKey(other) !== identityKey(identity));
        return { identity, known: [identity, ...others].slice(0, MOST_KNOWN) };
      }),
  }));
