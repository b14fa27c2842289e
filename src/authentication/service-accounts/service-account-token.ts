import { type Dialect, kubernetesName } from '../../api/dialect.ts';
import type { Clock } from '../../api/environment.ts';
import type { Pod, Secret, ServiceAccount } from '../../api/kinds/core-v1.generated.ts';
import { type ApiObject, isRecord } from '../../api/object.ts';
import type { ObjectReader } from '../../api/ports/object-reader.ts';
import type { UserInfo } from '../../api/user-info.ts';
import { AuthenticationError } from '../authenticator.ts';
import { audiencesOf, type JwtClaims, readUnverifiedJwt, type SigningKey, signJwt } from '../jwt.ts';
import { requireSharedAudiences, type TokenAuthenticator } from '../token-authenticator.ts';
import { type ServiceAccountKeys, verifyAccountToken } from './account-token-keys.ts';
import { serviceAccountUser } from './service-account-user.ts';

export interface ServiceAccountTokenClaims {
  readonly issuer: string;
  readonly namespace: string;
  readonly serviceAccount: ObjectIdentity;
  readonly pod?: ObjectIdentity;
  readonly secret?: ObjectIdentity;
  readonly audiences: readonly string[];
  readonly expirationSeconds: number;
  /** Seconds after which the token is stale, if it is valid for longer than requested. */
  readonly warnAfterSeconds?: number;
}
export interface ObjectIdentity {
  readonly name: string;
  readonly uid: string;
}

const PRIVATE_CLAIM = kubernetesName('kubernetes.io');
/**
 * Milliseconds of tolerated clock skew, and how long a token outlives the deletion of an object that it is bound to.
 */
const LEEWAY = 60_000;

/** Signs a service account token. */
export function signServiceAccountToken(
  claims: ServiceAccountTokenClaims,
  { key, dialect, clock }: { key: SigningKey; dialect: Dialect; clock: Clock },
): Promise<string> {
  const { issuer, namespace, serviceAccount, pod, secret, audiences, expirationSeconds, warnAfterSeconds } = claims;
  const issuedAt = Math.floor(clock.now() / 1000);
  return signJwt(
    {
      aud: audiences,
      exp: issuedAt + expirationSeconds,
      iat: issuedAt,
      iss: issuer,
      [dialect.rename(PRIVATE_CLAIM)]: {
        namespace,
        ...(pod ? { pod } : {}),
        ...(secret ? { secret } : {}),
        serviceaccount: serviceAccount,
        ...(warnAfterSeconds ? { warnafter: issuedAt + warnAfterSeconds } : {}),
      },
      nbf: issuedAt,
      sub: `system:serviceaccount:${namespace}:${serviceAccount.name}`,
    },
    key,
  );
}

export interface ServiceAccountTokenOptions {
  readonly keys: ServiceAccountKeys;
  /** Accepted issuers. The first issues new tokens. */
  readonly issuers: readonly string[];
  /** Audiences of the server. */
  readonly audiences: readonly string[];
  readonly reader: ObjectReader;
  readonly dialect: Dialect;
  readonly clock: Clock;
}

/**
 * Authenticates service account tokens, which are valid while the account, and the pod or secret that they are bound
 * to, exists with the same UID.
 */
export function serviceAccountTokenAuthenticator(options: ServiceAccountTokenOptions): TokenAuthenticator {
  const { keys, issuers } = options;
  return {
    name: 'service account token',
    async authenticateToken(token, audiences) {
      const claimed = readUnverifiedJwt(token)?.claims.iss;
      if (typeof claimed !== 'string' || !issuers.includes(claimed)) return undefined;
      const claims = await verifyAccountToken(token, keys);
      const named = audiencesOf(claims);
      const shared = requireSharedAudiences(named.length ? named : options.audiences, audiences);
      checkTimes(claims, options.clock.now());
      return { user: await accountOf(claims, options), audiences: shared };
    },
  };
}

function checkTimes({ exp, nbf, iat }: JwtClaims, now: number): void {
  const fail = (problem: string): never => {
    throw new AuthenticationError([`service account token ${problem}`]);
  };
  if (typeof nbf === 'number' && now + LEEWAY < nbf * 1000) fail('is not valid yet');
  if (typeof exp === 'number' && now - LEEWAY > exp * 1000) fail('has expired');
  if (typeof iat === 'number' && now + LEEWAY < iat * 1000) fail('is issued in the future');
}

/** Looks up the objects named in the token and returns its user. */
async function accountOf(claims: JwtClaims, options: ServiceAccountTokenOptions): Promise<UserInfo> {
  const { reader, dialect } = options;
  const named = claims[dialect.rename(PRIVATE_CLAIM)];
  const { namespace, serviceaccount, pod, secret } = isRecord(named) ? named : {};
  const account = identityOf(serviceaccount);
  if (typeof namespace !== 'string' || !account)
    throw new AuthenticationError(['service account token claims are not valid']);

  const found = await reader.get<ServiceAccount>('', 'serviceaccounts', namespace, account.name);
  if (!found) throw new AuthenticationError([`serviceaccounts ${JSON.stringify(account.name)} not found`]);
  const isGone = (object: ApiObject) => isDeletedBefore(object, options.clock.now() - LEEWAY);
  if (isGone(found)) throw new AuthenticationError([`service account ${namespace}/${account.name} has been deleted`]);
  if (found.metadata.uid !== account.uid) {
    const problem = `service account UID (${found.metadata.uid}) does not match claim (${account.uid})`;
    throw new AuthenticationError([problem]);
  }

  const check = async <T extends ApiObject>(resource: 'pods' | 'secrets', bound: ObjectIdentity | undefined) => {
    if (!bound) return;
    const object = await reader.get<T>('', resource, namespace, bound.name);
    if (!object || isGone(object)) throw new AuthenticationError(['service account token has been invalidated']);
    if (object.metadata.uid === bound.uid) return;
    const kind = resource === 'pods' ? 'pod' : 'secret';
    throw new AuthenticationError([
      `${kind} UID (${object.metadata.uid}) does not match service account ${kind} ref claim (${bound.uid})`,
    ]);
  };
  const boundPod = identityOf(pod);
  await check<Secret>('secrets', identityOf(secret));
  await check<Pod>('pods', boundPod);
  return serviceAccountUser({ namespace, ...account, ...(boundPod ? { pod: boundPod } : {}) }, dialect);
}

function isDeletedBefore({ metadata: { deletionTimestamp } }: ApiObject, moment: number): boolean {
  return deletionTimestamp != null && Date.parse(deletionTimestamp) < moment;
}

const identityOf = (claim: unknown): ObjectIdentity | undefined =>
  isRecord(claim) && typeof claim.name === 'string' && typeof claim.uid === 'string'
    ? { name: claim.name, uid: claim.uid }
    : undefined;
