import {
  type Authentication,
  AuthenticationError,
  type AuthenticationOptions,
  type Authenticator,
} from './authenticator.ts';
import type { TokenAuthenticator } from './token-authenticator.ts';

const EXTRA_SPACE = 'the provided Authorization header contains extra space before the bearer token, and is ignored';

type Credentials = { readonly token: string } | { readonly warning: string } | undefined;

/** Parses `Authorization: Bearer <token>`. Other schemes, and text after the token, are ignored. */
export function readBearerToken(header: string | null): Credentials {
  const [scheme = '', token, rest] = (header ?? '').trim().split(' ');
  if (token === undefined || scheme.toLowerCase() !== 'bearer') return undefined;
  if (token !== '') return { token };
  return rest === undefined ? undefined : { warning: EXTRA_SPACE };
}

/** Tries each kind of token in turn and rejects a token that none recognizes. `audiences` are those of the server. */
export function bearerTokenAuthenticator(
  kinds: readonly TokenAuthenticator[],
  audiences: readonly string[],
): Authenticator {
  return {
    name: 'bearer token',
    async authenticate(request, _connection, options) {
      const credentials = readBearerToken(request.headers.get('authorization'));
      if (!credentials) return undefined;
      if ('warning' in credentials) {
        options?.warn?.(credentials.warning);
        return undefined;
      }
      return authenticateToken(kinds, credentials.token, options?.audiences ?? audiences, options?.warn);
    },
  };
}

/** Tries each kind of token in turn. @throws AuthenticationError when none recognizes it */
export async function authenticateToken(
  kinds: readonly TokenAuthenticator[],
  token: string,
  audiences: readonly string[],
  warn: AuthenticationOptions['warn'],
): Promise<Authentication> {
  const problems = ['invalid bearer token'];
  for (const kind of kinds) {
    try {
      const found = await kind.authenticateToken(token, audiences, warn);
      if (found) return found;
    } catch (error) {
      if (!(error instanceof AuthenticationError)) throw error;
      problems.push(...error.problems);
    }
  }
  throw new AuthenticationError(problems);
}
