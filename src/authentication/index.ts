import type { Dialect } from '../api/dialect.ts';
import type { Clock } from '../api/environment.ts';
import type { ObjectReader } from '../api/object-reader.ts';
import type { UserInfo } from '../api/user-info.ts';
import { anonymousAuthenticator } from './anonymous.ts';
import { type Authentication, AuthenticationError, type Authenticator } from './authenticator.ts';
import { bearerTokenAuthenticator } from './bearer-token.ts';
import { bootstrapTokenAuthenticator } from './bootstrap-token.ts';
import { type ServiceAccountKeys, serviceAccountTokenAuthenticator } from './service-account-token.ts';
import { staticTokenAuthenticator } from './static-token.ts';
import type { TokenAuthenticator } from './token-authenticator.ts';

export interface AuthenticatorOptions {
  /** Text of `--token-auth-file`. */
  readonly tokenFile: string;
  readonly anonymous: boolean;
  /** Whether the bootstrap tokens of the store are good. */
  readonly bootstrapTokens?: boolean;
  /** Absent: no service account tokens. */
  readonly serviceAccountKeys?: ServiceAccountKeys;
  readonly reader: ObjectReader;
  readonly dialect: Dialect;
  readonly clock: Clock;
}

/** Audiences that this server answers to, and the issuer of its service account tokens. */
export const serverAudience = (dialect: Dialect): string => dialect.rename('https://kubernetes.default.svc');

/** Kinds of bearer tokens, in the order in which they are tried. */
function tokenAuthenticators(
  options: AuthenticatorOptions,
  audiences: readonly string[],
): readonly TokenAuthenticator[] {
  const { tokenFile, serviceAccountKeys } = options;
  return [
    ...(tokenFile ? [staticTokenAuthenticator(tokenFile, audiences)] : []),
    ...(serviceAccountKeys ? [serviceAccountTokenAuthenticator({ ...options, keys: serviceAccountKeys })] : []),
    ...(options.bootstrapTokens ? [bootstrapTokenAuthenticator(options, audiences)] : []),
  ];
}

/** Methods of authentication, in the order in which they are tried. */
function authenticators(options: AuthenticatorOptions): readonly Authenticator[] {
  const audiences = [serverAudience(options.dialect)];
  return [bearerTokenAuthenticator(tokenAuthenticators(options, audiences), audiences)];
}

/**
 * Who asks: the first method that recognises the credentials decides; bad ones are refused only when no other method
 * takes the request. Whoever is known belongs to system:authenticated, last.
 * @throws TokenFileError
 */
export function createAuthenticator(options: AuthenticatorOptions): Authenticator {
  const methods = authenticators(options);
  return {
    name: 'union',
    async authenticate(request, connection, asked) {
      const problems: string[] = [];
      for (const method of methods) {
        try {
          const found = await method.authenticate(request, connection, asked);
          if (found) return withAuthenticatedGroup(found);
        } catch (error) {
          if (!(error instanceof AuthenticationError)) throw error;
          problems.push(...error.problems);
        }
      }
      if (problems.length) throw new AuthenticationError([...new Set(problems)]);
      return options.anonymous ? anonymousAuthenticator.authenticate(request, connection) : undefined;
    },
  };
}

function withAuthenticatedGroup(found: Authentication): Authentication {
  const groups = found.user.groups ?? [];
  if (groups.includes('system:authenticated') || groups.includes('system:unauthenticated')) return found;
  const user: UserInfo = { ...found.user, groups: [...groups, 'system:authenticated'] };
  return { ...found, user };
}
