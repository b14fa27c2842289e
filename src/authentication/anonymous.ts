import type { Authenticator } from './authenticator.ts';

/** Who brings no credentials is system:anonymous. Last in the list. */
export const anonymousAuthenticator: Authenticator = {
  name: 'anonymous',
  authenticate: async () => ({ user: { username: 'system:anonymous', groups: ['system:unauthenticated'] } }),
};
