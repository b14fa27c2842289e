import type { Authenticator } from './authenticator.ts';

/** Authenticates requests without credentials as system:anonymous. Last in the list. */
export const anonymousAuthenticator: Authenticator = {
  name: 'anonymous',
  authenticate: async (_request, _connection, options) => ({
    user: { username: 'system:anonymous', groups: ['system:unauthenticated'] },
    ...(options?.audiences ? { audiences: options.audiences } : {}),
  }),
};
