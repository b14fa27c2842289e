import type { Dialect } from '../../api/dialect.ts';
import type { Clock, Fetch } from '../../api/environment.ts';
import type { Secret } from '../../api/kinds/core-v1.generated.ts';
import type { ObjectReader } from '../../api/ports/object-reader.ts';
import { parseDuration } from '../../api/values/duration.ts';
import type { Authenticator } from '../../authentication/authenticator.ts';
import type { AuthenticatorOptions } from '../../authentication/authenticator-options.ts';
import { readChain } from '../../authentication/certificate-chain.ts';
import { createAuthenticator } from '../../authentication/index.ts';
import type { OidcOptions } from '../../authentication/oidc-token.ts';
import type { ServiceAccountKeys } from '../../authentication/service-accounts/account-token-keys.ts';
import { callOut } from '../../outgoing/callout.ts';
import { readKubeconfig } from '../../outgoing/kubeconfig.ts';
import { readYaml } from '../../schema/yaml/yaml-to-json.ts';
import type { Certificate } from '../../x509/certificate.ts';
import { FlagError, parsePairs, type ServerFlags } from '../flags/server-flags.ts';

export interface AuthenticatorParts {
  readonly reader: ObjectReader;
  readonly dialect: Dialect;
  readonly clock: Clock;
  readonly fetch: Fetch;
  readonly serviceAccountKeys: ServiceAccountKeys;
  /** The cluster's own authority. Empty until it has issued a certificate. */
  readonly clusterAuthorities: () => Promise<readonly Certificate[]>;
  readonly labelSecret: (secret: Secret, label: string, value: string) => Promise<void>;
}

const SIGNING_ALGORITHMS = ['RS256', 'RS384', 'RS512', 'ES256', 'ES384', 'ES512', 'PS256', 'PS384', 'PS512'];

const listOf = (text: string): readonly string[] => text.split(',').filter((item) => item !== '');

/** Returns the accepted issuers of service account tokens. The first one signs. */
export const issuersOf = (flags: ServerFlags): readonly [string, ...string[]] => {
  const [first = 'https://kubernetes.default.svc', ...others] = listOf(flags['service-account-issuer']);
  return [first, ...others];
};

/** Returns the accepted token audiences. */
export function audiencesOf(flags: ServerFlags): readonly string[] {
  const given = listOf(flags['api-audiences']);
  return given.length ? given : issuersOf(flags);
}

/** Returns the milliseconds of a duration flag. @throws FlagError */
export function durationOf(flags: ServerFlags, name: keyof ServerFlags): number {
  const duration = parseDuration(String(flags[name]));
  if (duration === undefined) throw new FlagError(`--${name} takes a duration like 2m0s, not ${flags[name]}`);
  return duration;
}

/** Opens the authenticators that the flags configure. @throws Error for the person who set them */
export function openAuthenticator(flags: ServerFlags, parts: AuthenticatorParts): Authenticator {
  const { serviceAccountKeys: keys, labelSecret } = parts;
  const requestHeader = requestHeaderOf(flags);
  const oidc = oidcOf(flags);
  const webhook = webhookOf(flags, parts);
  const clientAuthorities = authoritiesOf(flags, 'client-ca-file');
  return createAuthenticator({
    ...parts,
    audiences: audiencesOf(flags),
    ...(requestHeader ? { requestHeader } : {}),
    clientAuthorities: async () => [...clientAuthorities, ...(await parts.clusterAuthorities())],
    flags,
    serviceAccounts: {
      keys,
      issuers: issuersOf(flags),
      lookup: flags['service-account-lookup'],
      labelSecret,
    },
    ...(oidc ? { oidc } : {}),
    ...(webhook ? { webhook } : {}),
    // With AlwaysAllow, anonymous requests would be allowed everything.
    anonymous: flags['anonymous-auth'] && !listOf(flags['authorization-mode']).includes('AlwaysAllow'),
  });
}

function authoritiesOf(flags: ServerFlags, name: 'client-ca-file' | 'requestheader-client-ca-file') {
  const text = flags[name];
  if (text === '') return [];
  try {
    const certificates = readChain([text]);
    if (certificates.length > 0) return certificates;
  } catch {
    // Reported below, like text without any certificate.
  }
  throw new FlagError(`--${name}: data does not contain any valid certificates`);
}

function requestHeaderOf(flags: ServerFlags): AuthenticatorOptions['requestHeader'] {
  const usernameHeaders = listOf(flags['requestheader-username-headers']);
  const authorities = authoritiesOf(flags, 'requestheader-client-ca-file');
  if (usernameHeaders.length === 0 && authorities.length === 0) return undefined;
  if (usernameHeaders.length === 0 || authorities.length === 0)
    throw new FlagError('--requestheader-username-headers and --requestheader-client-ca-file must be set together');
  return {
    authorities,
    allowedNames: listOf(flags['requestheader-allowed-names']),
    usernameHeaders,
    groupHeaders: listOf(flags['requestheader-group-headers']),
    extraHeaderPrefixes: listOf(flags['requestheader-extra-headers-prefix']),
  };
}

function oidcOf(flags: ServerFlags): OidcOptions | undefined {
  const issuerUrl = flags['oidc-issuer-url'];
  const clientId = flags['oidc-client-id'];
  if (issuerUrl === '' && clientId === '') return undefined;
  if (issuerUrl === '' || clientId === '')
    throw new FlagError('--oidc-issuer-url and --oidc-client-id should be specified together');
  if (!issuerUrl.startsWith('https://'))
    throw new FlagError(`--oidc-issuer-url must be an https URL, not ${issuerUrl}`);
  const usernameClaim = flags['oidc-username-claim'];
  if (usernameClaim === '') throw new FlagError('--oidc-username-claim: no username claim provided');
  const signingAlgorithms = listOf(flags['oidc-signing-algs']);
  const unknown = signingAlgorithms.find((algorithm) => !SIGNING_ALGORITHMS.includes(algorithm));
  if (unknown) throw new FlagError(`--oidc-signing-algs: unsupported signing alg: ${JSON.stringify(unknown)}`);
  const prefix = flags['oidc-username-prefix'] || (usernameClaim === 'email' ? '-' : `${issuerUrl}#`);
  return {
    issuerUrl,
    clientId,
    usernameClaim,
    usernamePrefix: prefix === '-' ? '' : prefix,
    groupsClaim: flags['oidc-groups-claim'],
    groupsPrefix: flags['oidc-groups-prefix'],
    requiredClaims: parsePairs(flags['oidc-required-claim']),
    signingAlgorithms,
    certificateAuthorities: flags['oidc-ca-file'],
  };
}

function webhookOf(flags: ServerFlags, { fetch, clock }: AuthenticatorParts): AuthenticatorOptions['webhook'] {
  const configuration = flags['authentication-token-webhook-config-file'];
  if (configuration === '') return undefined;
  const version = flags['authentication-token-webhook-version'];
  if (version !== 'v1' && version !== 'v1beta1')
    throw new FlagError(`--authentication-token-webhook-version must be v1 or v1beta1, not ${version}`);
  const target = readKubeconfig(readYaml(configuration));
  return {
    ask: (review) => callOut({ fetch, clock, target }, review),
    version,
    cacheTtl: durationOf(flags, 'authentication-token-webhook-cache-ttl'),
  };
}
