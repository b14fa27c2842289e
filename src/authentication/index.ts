import type { UserInfo } from '../api/user-info.ts';
import { anonymousAuthenticator } from './anonymous.ts';
import { type Authentication, AuthenticationError, type Authenticator } from './authenticator.ts';
import type { AuthenticatorOptions, OpenMethod, OpenTokenMethod } from './authenticator-options.ts';
import { bearerTokenAuthenticator } from './bearer-token.ts';
import { bootstrapTokenAuthenticator } from './bootstrap-token.ts';
import { clientCertificateAuthenticator } from './client-certificate.ts';
import { oidcTokenAuthenticator } from './oidc-token.ts';
import { requestHeaderAuthenticator } from './request-header.ts';
import { legacyServiceAccountTokenAuthenticator } from './service-accounts/legacy-service-account-token.ts';
import { serviceAccountTokenAuthenticator } from './service-accounts/service-account-token.ts';
import { staticTokenAuthenticator } from './static-token.ts';
import { webSocketTokenAuthenticator } from './web-socket-token.ts';
import { webhookTokenAuthenticator } from './webhook-token.ts';

const isMethod = <T>(method: T | undefined): method is T => method !== undefined;

/** Methods that read bearer tokens, in the order in which they are tried. Those that call other servers come last. */
const TOKEN_METHODS: readonly OpenTokenMethod[] = [
  ({ flags, audiences }) =>
    flags['token-auth-file'] ? staticTokenAuthenticator(flags['token-auth-file'], audiences) : undefined,
  ({ serviceAccounts, ...options }) =>
    serviceAccounts && legacyServiceAccountTokenAuthenticator({ ...options, ...serviceAccounts }),
  ({ serviceAccounts, ...options }) =>
    serviceAccounts && serviceAccountTokenAuthenticator({ ...options, ...serviceAccounts }),
  ({ flags, audiences, ...options }) =>
    flags['enable-bootstrap-token-auth'] ? bootstrapTokenAuthenticator(options, audiences) : undefined,
  ({ oidc, ...options }) => oidc && oidcTokenAuthenticator(oidc, options),
  ({ webhook, ...options }) => webhook && webhookTokenAuthenticator(webhook, options),
];

/** Where a request can hold a bearer token. */
const TOKEN_READERS = [bearerTokenAuthenticator, webSocketTokenAuthenticator];

/** Methods that come before bearer tokens, in the order in which they are tried. They read the connection. */
const METHODS: readonly OpenMethod[] = [
  ({ requestHeader, ...options }) => requestHeader && requestHeaderAuthenticator({ ...options, ...requestHeader }),
  ({ clientAuthorities: authorities, clock }) => authorities && clientCertificateAuthenticator({ authorities, clock }),
];

/**
 * Combines the methods: the first that recognizes the credentials decides. Invalid credentials are only rejected if no
 * other method accepts the request. Authenticated users are in system:authenticated, listed last.
 * @throws TokenFileError
 */
export function createAuthenticator(options: AuthenticatorOptions): Authenticator {
  const kinds = TOKEN_METHODS.map((open) => open(options)).filter(isMethod);
  const methods = [
    ...METHODS.map((open) => open(options)).filter(isMethod),
    ...TOKEN_READERS.map((read) => read(kinds, options.audiences)),
  ];
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
      return options.anonymous ? anonymousAuthenticator.authenticate(request, connection, asked) : undefined;
    },
  };
}

function withAuthenticatedGroup(found: Authentication): Authentication {
  const groups = found.user.groups ?? [];
  if (groups.includes('system:authenticated') || groups.includes('system:unauthenticated')) return found;
  let user = authenticatedUsers.get(found.user);
  if (!user) {
    user = { ...found.user, groups: [...groups, 'system:authenticated'] };
    authenticatedUsers.set(found.user, user);
  }
  return { ...found, user };
}

/**
 * Users with the group, by the user that a method returned. Methods return the same user for the same credentials, and
 * caches of decisions find a user that stays the same object fastest.
 */
const authenticatedUsers = new WeakMap<UserInfo, UserInfo>();
