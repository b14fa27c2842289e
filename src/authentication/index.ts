import type { Dialect } from '../api/dialect.ts';
import type { Clock, Fetch } from '../api/environment.ts';
import type { ObjectReader } from '../api/ports/object-reader.ts';
import type { UserInfo } from '../api/user-info.ts';
import type { Certificate } from '../x509/certificate.ts';
import { anonymousAuthenticator } from './anonymous.ts';
import { type Authentication, AuthenticationError, type Authenticator } from './authenticator.ts';
import { bearerTokenAuthenticator } from './bearer-token.ts';
import { bootstrapTokenAuthenticator } from './bootstrap-token.ts';
import { clientCertificateAuthenticator } from './client-certificate.ts';
import {
  type LegacyServiceAccountTokenOptions,
  legacyServiceAccountTokenAuthenticator,
} from './legacy-service-account-token.ts';
import { type OidcOptions, oidcTokenAuthenticator } from './oidc-token.ts';
import { type RequestHeaderOptions, requestHeaderAuthenticator } from './request-header.ts';
import { serviceAccountTokenAuthenticator } from './service-account-token.ts';
import { staticTokenAuthenticator } from './static-token.ts';
import type { TokenAuthenticator } from './token-authenticator.ts';
import { type WebhookTokenOptions, webhookTokenAuthenticator } from './webhook-token.ts';

export interface AuthenticatorOptions {
  /** Absent: no proxy is believed. */
  readonly requestHeader?: Pick<
    RequestHeaderOptions,
    'authorities' | 'allowedNames' | 'usernameHeaders' | 'groupHeaders' | 'extraHeaderPrefixes'
  >;
  /** Who vouches for client certificates. Absent: nobody. */
  readonly clientAuthorities?: () => Promise<readonly Certificate[]>;
  /** Text of `--token-auth-file`. */
  readonly tokenFile: string;
  /** Absent: no service account tokens. */
  readonly serviceAccounts?: Pick<LegacyServiceAccountTokenOptions, 'keys' | 'issuers' | 'lookup' | 'labelSecret'>;
  /** Whether the bootstrap tokens of the store are good. */
  readonly bootstrapTokens?: boolean;
  readonly oidc?: OidcOptions;
  readonly webhook?: WebhookTokenOptions;
  readonly anonymous: boolean;
  /** What this server answers to. */
  readonly audiences: readonly string[];
  readonly reader: ObjectReader;
  readonly dialect: Dialect;
  readonly clock: Clock;
  readonly fetch: Fetch;
}

/**
 * Methods of authentication, in the order in which they are tried. Those of the connection come before those of the
 * request.
 */
function authenticators(options: AuthenticatorOptions): readonly Authenticator[] {
  const { requestHeader, clientAuthorities: authorities, clock, audiences } = options;
  return [
    ...(requestHeader ? [requestHeaderAuthenticator({ ...requestHeader, clock, audiences })] : []),
    ...(authorities ? [clientCertificateAuthenticator({ authorities, clock })] : []),
    bearerTokenAuthenticator(tokenAuthenticators(options), audiences),
  ];
}

/** Kinds of bearer tokens, in the order in which they are tried: those that ask nobody else before those that do. */
function tokenAuthenticators(options: AuthenticatorOptions): readonly TokenAuthenticator[] {
  const { tokenFile, serviceAccounts, audiences, oidc, webhook } = options;
  return [
    ...(tokenFile ? [staticTokenAuthenticator(tokenFile, audiences)] : []),
    ...(serviceAccounts
      ? [
          legacyServiceAccountTokenAuthenticator({ ...options, ...serviceAccounts }),
          serviceAccountTokenAuthenticator({ ...options, ...serviceAccounts }),
        ]
      : []),
    ...(options.bootstrapTokens ? [bootstrapTokenAuthenticator(options, audiences)] : []),
    ...(oidc ? [oidcTokenAuthenticator(oidc, options)] : []),
    ...(webhook ? [webhookTokenAuthenticator(webhook, options)] : []),
  ];
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
      return options.anonymous ? anonymousAuthenticator.authenticate(request, connection, asked) : undefined;
    },
  };
}

function withAuthenticatedGroup(found: Authentication): Authentication {
  const groups = found.user.groups ?? [];
  if (groups.includes('system:authenticated') || groups.includes('system:unauthenticated')) return found;
  const user: UserInfo = { ...found.user, groups: [...groups, 'system:authenticated'] };
  return { ...found, user };
}
