import { type Clock, type Fetch, stopwatch } from '../api/environment.ts';
import { errorText } from '../api/error-text.ts';
import type { UserInfo } from '../api/user-info.ts';
import { AuthenticationError } from './authenticator.ts';
import { audiencesOf, type JwtClaims, readUnverifiedJwt, type VerificationKey, verifiedClaims } from './jwt.ts';
import { OidcKeys } from './oidc-keys.ts';
import { sharedAudiences, type TokenAuthenticator } from './token-authenticator.ts';

export interface OidcOptions {
  /** Exactly as in the provider's tokens; https. */
  readonly issuerUrl: string;
  readonly clientId: string;
  readonly usernameClaim: string;
  readonly usernamePrefix: string;
  /** Empty when tokens have no groups. */
  readonly groupsClaim: string;
  readonly groupsPrefix: string;
  /** Claims that every token must have, with their values. */
  readonly requiredClaims: ReadonlyMap<string, string>;
  readonly signingAlgorithms: readonly string[];
  /** PEM; empty for the host's authorities. */
  readonly certificateAuthorities: string;
}

export interface OidcParts {
  readonly fetch: Fetch;
  readonly clock: Clock;
  /** Audiences of the server. */
  readonly audiences: readonly string[];
}

/** Milliseconds by which a token may be used before its `nbf` time. */
const LEEWAY = 60_000;

/** Authenticates ID tokens of one identity provider (OpenID Connect Core 1.0) with the provider's keys. */
export function oidcTokenAuthenticator(
  options: OidcOptions,
  { fetch, clock, audiences }: OidcParts,
): TokenAuthenticator {
  const { issuerUrl, certificateAuthorities } = options;
  const keys = new OidcKeys(issuerUrl, fetch, certificateAuthorities ? { certificateAuthorities } : {});
  return {
    name: 'oidc token',
    async authenticateToken(token, requested) {
      const unverified = readUnverifiedJwt(token);
      const shared = sharedAudiences(audiences, requested);
      if (unverified?.claims.iss !== issuerUrl || shared.length === 0) return undefined;
      // Uses real time, because the issuer does not follow the cluster's clock, which users can move.
      checkClaims(unverified.claims, options, stopwatch(clock));
      if (!options.signingAlgorithms.includes(unverified.algorithm)) {
        throw refusal(
          `verify token: oidc: id token signed with unsupported algorithm, expected ${goList(options.signingAlgorithms)} got ${JSON.stringify(unverified.algorithm)}`,
        );
      }
      const claims = await verify(token, unverified.algorithm, keys);
      return { user: userOf(claims, options), audiences: shared };
    },
  };
}

const refusal = (problem: string): AuthenticationError => new AuthenticationError([`oidc: ${problem}`]);

/**
 * Verifies with the known keys. Fetches the provider's keys and retries on failure, because the keys may have changed.
 */
async function verify(token: string, algorithm: string, keys: OidcKeys): Promise<JwtClaims> {
  const attempt = async (known: readonly VerificationKey[]) => verifiedClaims(token, known);
  const claims = await attempt(await keys.known(algorithm));
  if (claims) return claims;
  await keys.refresh().catch((error: unknown) => {
    throw refusal(`verify token: failed to verify signature: fetching keys ${errorText(error)}`);
  });
  const again = await attempt(await keys.known(algorithm));
  if (again) return again;
  throw refusal('verify token: failed to verify signature: failed to verify id token signature');
}

function checkClaims(claims: JwtClaims, { clientId }: OidcOptions, now: number): void {
  const audiences = audiencesOf(claims);
  if (!audiences.includes(clientId))
    throw refusal(`verify token: oidc: expected audience ${JSON.stringify(clientId)} got ${goList(audiences)}`);
  const { exp, nbf } = claims;
  if (typeof exp !== 'number' || exp * 1000 < now) throw refusal('verify token: oidc: token is expired');
  if (typeof nbf === 'number' && now + LEEWAY < nbf * 1000)
    throw refusal('verify token: oidc: current time before the nbf (not before) time');
}

function userOf(claims: JwtClaims, options: OidcOptions): UserInfo {
  const { usernameClaim, usernamePrefix, groupsClaim, groupsPrefix, requiredClaims } = options;
  const username = claims[usernameClaim];
  if (typeof username !== 'string')
    throw refusal(`parse username claims ${JSON.stringify(usernameClaim)}: claim not present`);
  if (usernameClaim === 'email' && (claims.email_verified ?? true) !== true) throw refusal('email not verified');
  const groups = groupsClaim === '' ? undefined : groupsOf(claims[groupsClaim], groupsClaim);
  for (const [name, value] of requiredClaims) {
    if (!Object.hasOwn(claims, name)) throw refusal(`required claim ${name} not present in ID token`);
    if (claims[name] !== value) throw refusal(`required claim ${name} value does not match`);
  }
  return {
    username: `${usernamePrefix}${username}`,
    ...(groups ? { groups: groups.map((group) => `${groupsPrefix}${group}`) } : {}),
  };
}

/** Returns the groups of a claim: a list of strings or one string. */
function groupsOf(claim: unknown, name: string): readonly string[] | undefined {
  if (claim === undefined) return undefined;
  const groups = [claim].flat();
  if (groups.every((group) => typeof group === 'string')) return groups;
  throw refusal(`parse groups claim ${JSON.stringify(name)}: it must be a string or a list of strings`);
}

const goList = (items: readonly string[]): string => `[${items.map((item) => JSON.stringify(item)).join(' ')}]`;
