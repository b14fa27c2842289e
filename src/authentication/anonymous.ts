import type { Authenticator } from './authenticator.ts';

/** Who brings no credentials is system:anonymous, to whomever asks. Last in the list. */
export const anonymousAuthenticator: Authenticator = {
  name: 'anonymous',
  authenticate: async (_request, _connection, options) => ({
    user: { username: 'system:anonymous', groups: ['system:unauthenticated'] },
    ...(options?.audiences ? { audiences: options.audiences } : {}),
  }),
};
