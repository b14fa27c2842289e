import { errors, type JWTPayload, jwtVerify, SignJWT } from 'jose';
import type { Dialect } from '../api/dialect.ts';
import type { Clock } from '../api/environment.ts';
import type { Pod, Secret, ServiceAccount } from '../api/kinds/core-v1.generated.ts';
import { type ApiObject, isRecord } from '../api/object.ts';
import type { ObjectReader } from '../api/object-reader.ts';
import type { UserInfo } from '../api/user-info.ts';
import { AuthenticationError } from './authenticator.ts';
import { sharedAudiences, type TokenAuthenticator } from './token-authenticator.ts';

/** ES256 keys; the host keeps them, so that tokens outlive the process. */
export interface ServiceAccountKeys {
  /** Signs new tokens; its public half is among `publicKeys`. */
  readonly privateKey: CryptoKey;
  readonly keyId: string;
  /** By key id; tokens signed with older keys stay good as long as those are here. */
  readonly publicKeys: ReadonlyMap<string, CryptoKey>;
}

export interface ServiceAccountTokenClaims {
  readonly namespace: string;
  readonly serviceAccount: ObjectIdentity;
  readonly pod?: ObjectIdentity;
  readonly secret?: ObjectIdentity;
  readonly audiences: readonly string[];
  readonly expirationSeconds: number;
}
export interface ObjectIdentity {
  readonly name: string;
  readonly uid: string;
}

/** Who signs the tokens, in Kubernetes' names. */
export const SERVICE_ACCOUNT_ISSUER = 'https://kubernetes.default.svc';
const PRIVATE_CLAIM = 'kubernetes.io';
/** For how many milliseconds a token stays good after its object was marked for deletion. */
const DELETION_LEEWAY = 60_000;

/** A signed token (JWT, ES256) of a service account. */
export function signServiceAccountToken(
  claims: ServiceAccountTokenClaims,
  { keys, dialect, clock }: { keys: ServiceAccountKeys; dialect: Dialect; clock: Clock },
): Promise<string> {
  const { namespace, serviceAccount, pod, secret, audiences, expirationSeconds } = claims;
  const issuedAt = Math.floor(clock.now() / 1000);
  return new SignJWT({
    [dialect.rename(PRIVATE_CLAIM)]: {
      namespace,
      ...(pod ? { pod } : {}),
      ...(secret ? { secret } : {}),
      serviceaccount: serviceAccount,
    },
  })
    .setProtectedHeader({ alg: 'ES256', kid: keys.keyId })
    .setIssuer(dialect.rename(SERVICE_ACCOUNT_ISSUER))
    .setSubject(`system:serviceaccount:${namespace}:${serviceAccount.name}`)
    .setAudience([...audiences])
    .setIssuedAt(issuedAt)
    .setNotBefore(issuedAt)
    .setExpirationTime(issuedAt + expirationSeconds)
    .sign(keys.privateKey);
}

interface Options {
  readonly keys: ServiceAccountKeys;
  readonly reader: ObjectReader;
  readonly dialect: Dialect;
  readonly clock: Clock;
}

/** Tokens of service accounts: good while the account, and the pod or secret they are bound to, is the one it was. */
export function serviceAccountTokenAuthenticator(options: Options): TokenAuthenticator {
  return {
    name: 'service account token',
    async authenticateToken(token, audiences) {
      const payload = await verify(token, options);
      if (!payload) return undefined;
      const own = [payload.aud ?? []].flat();
      const shared = sharedAudiences(own, audiences);
      if (shared.length === 0) {
        throw new AuthenticationError([
          `token audiences ${goList(own)} is invalid for the target audiences ${goList(audiences)}`,
        ]);
      }
      return { user: await accountOf(payload, options), audiences: shared };
    },
  };
}

/** Claims of a token that this server signed; undefined for any other text. */
async function verify(token: string, { keys, dialect, clock }: Options): Promise<JWTPayload | undefined> {
  if (token.split('.').length !== 3) return undefined;
  try {
    const { payload } = await jwtVerify(
      token,
      ({ kid }) => {
        const key = keys.publicKeys.get(kid ?? '');
        if (!key) throw new errors.JWKSNoMatchingKey();
        return key;
      },
      { issuer: dialect.rename(SERVICE_ACCOUNT_ISSUER), algorithms: ['ES256'], currentDate: new Date(clock.now()) },
    );
    return payload;
  } catch (error) {
    if (error instanceof errors.JWTExpired) throw new AuthenticationError(['service account token has expired']);
    if (error instanceof errors.JWTClaimValidationFailed && error.claim === 'iss') return undefined;
    if (error instanceof errors.JWSInvalid || error instanceof errors.JWTInvalid) return undefined;
    if (error instanceof errors.JOSEError) throw new AuthenticationError(['invalid bearer token']);
    throw error;
  }
}

/** Looks up everything that the token names. */
async function accountOf(payload: JWTPayload, options: Options): Promise<UserInfo> {
  const claims = payload[options.dialect.rename(PRIVATE_CLAIM)];
  const { namespace, serviceaccount, pod, secret } = isRecord(claims) ? claims : {};
  const account = identityOf(serviceaccount);
  if (typeof namespace !== 'string' || !account)
    throw new AuthenticationError(['service account token claims are not valid']);
  const find = <T extends ApiObject>(resource: string, { name }: ObjectIdentity) =>
    options.reader.get<T>('', resource, namespace, name);
  const isGone = (object: ApiObject | undefined, { uid }: ObjectIdentity) =>
    isInvalid(object, uid, options.clock.now());
  const invalidated = () => new AuthenticationError(['service account token has been invalidated']);

  if (isGone(await find<ServiceAccount>('serviceaccounts', account), account)) throw invalidated();
  const boundSecret = identityOf(secret);
  if (boundSecret && isGone(await find<Secret>('secrets', boundSecret), boundSecret)) throw invalidated();
  const boundPod = identityOf(pod);
  if (boundPod && isGone(await find<Pod>('pods', boundPod), boundPod)) throw invalidated();

  const extraPrefix = options.dialect.rename('authentication.kubernetes.io');
  return {
    username: `system:serviceaccount:${namespace}:${account.name}`,
    uid: account.uid,
    groups: ['system:serviceaccounts', `system:serviceaccounts:${namespace}`],
    ...(boundPod
      ? { extra: { [`${extraPrefix}/pod-name`]: [boundPod.name], [`${extraPrefix}/pod-uid`]: [boundPod.uid] } }
      : {}),
  };
}

function isInvalid(object: ApiObject | undefined, uid: string, now: number): boolean {
  if (!object || object.metadata.uid !== uid) return true;
  const { deletionTimestamp } = object.metadata;
  return deletionTimestamp !== undefined && Date.parse(deletionTimestamp) + DELETION_LEEWAY < now;
}

const identityOf = (claim: unknown): ObjectIdentity | undefined =>
  isRecord(claim) && typeof claim.name === 'string' && typeof claim.uid === 'string'
    ? { name: claim.name, uid: claim.uid }
    : undefined;

const goList = (items: readonly string[]): string => `[${items.map((item) => JSON.stringify(item)).join(' ')}]`;
