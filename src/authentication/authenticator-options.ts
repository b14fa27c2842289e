import type { Dialect } from '../api/dialect.ts';
import type { Clock, Fetch } from '../api/environment.ts';
import type { ObjectReader } from '../api/ports/object-reader.ts';
import type { Certificate } from '../x509/certificate.ts';
import type { AuthenticationFlags } from './authentication-flags.ts';
import type { Authenticator } from './authenticator.ts';
import type { OidcOptions } from './oidc-token.ts';
import type { RequestHeaderOptions } from './request-header.ts';
import type { LegacyServiceAccountTokenOptions } from './service-accounts/legacy-service-account-token.ts';
import type { TokenAuthenticator } from './token-authenticator.ts';
import type { WebhookTokenOptions } from './webhook-token.ts';

/** The options of all authentication methods: the flags, and values that the server derived from some of them. */
export interface AuthenticatorOptions {
  readonly flags: AuthenticationFlags;
  /** Undefined when no proxy is trusted. */
  readonly requestHeader?: Pick<
    RequestHeaderOptions,
    'authorities' | 'allowedNames' | 'usernameHeaders' | 'groupHeaders' | 'extraHeaderPrefixes'
  >;
  /** Authorities of client certificates. Undefined when client certificates are not accepted. */
  readonly clientAuthorities?: () => Promise<readonly Certificate[]>;
  /** Undefined when service account tokens are not accepted. */
  readonly serviceAccounts?: Pick<LegacyServiceAccountTokenOptions, 'keys' | 'issuers' | 'lookup' | 'labelSecret'>;
  readonly oidc?: OidcOptions;
  readonly webhook?: WebhookTokenOptions;
  /** Whether requests without credentials are authenticated as system:anonymous. */
  readonly anonymous: boolean;
  /** The audiences of this server. */
  readonly audiences: readonly string[];
  readonly reader: ObjectReader;
  readonly dialect: Dialect;
  readonly clock: Clock;
  readonly fetch: Fetch;
}

/** Opens a method that reads the request or its connection. Undefined when the options do not enable it. */
export type OpenMethod = (options: AuthenticatorOptions) => Authenticator | undefined;

/** Opens a method that reads bearer tokens. Undefined when the options do not enable it. */
export type OpenTokenMethod = (options: AuthenticatorOptions) => TokenAuthenticator | undefined;
