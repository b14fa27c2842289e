import { type Dialect, kubernetesName } from '../../api/dialect.ts';
import { timeText } from '../../api/environment.ts';
import type { Secret, ServiceAccount } from '../../api/kinds/core-v1.generated.ts';
import type { AccountTokenSecret } from '../../api/ports/account-token-signer.ts';
import { AuthenticationError } from '../authenticator.ts';
import { audiencesOf, type JwtClaims, readUnverifiedJwt, type SigningKey, signJwt } from '../jwt.ts';
import { requireSharedAudiences, type TokenAuthenticator } from '../token-authenticator.ts';
import { verifyAccountToken } from './account-token-keys.ts';
import type { ServiceAccountTokenOptions } from './service-account-token.ts';
import { serviceAccountUser } from './service-account-user.ts';

/** Issuer of tokens in secrets, in Kubernetes names. */
const LEGACY_ISSUER = 'kubernetes/serviceaccount';
const CLAIM_PREFIX = kubernetesName('kubernetes.io/serviceaccount/');
const LAST_USED = kubernetesName('kubernetes.io/legacy-token-last-used');
const INVALID_SINCE = kubernetesName('kubernetes.io/legacy-token-invalid-since');
const AUTO_GENERATED_WARNING =
  'Use tokens from the TokenRequest API or manually created secret-based tokens instead of auto-generated secret-based tokens.';

/** Signs a token that does not expire; it is valid while its secret exists and contains it. */
export function signLegacyServiceAccountToken(
  { namespace, secretName, accountName, accountUid }: AccountTokenSecret,
  key: SigningKey,
  dialect: Dialect,
): Promise<string> {
  const prefix = dialect.rename(CLAIM_PREFIX);
  return signJwt(
    {
      iss: LEGACY_ISSUER,
      [`${prefix}namespace`]: namespace,
      [`${prefix}secret.name`]: secretName,
      [`${prefix}service-account.name`]: accountName,
      [`${prefix}service-account.uid`]: accountUid,
      sub: `system:serviceaccount:${namespace}:${accountName}`,
    },
    key,
  );
}

export interface LegacyServiceAccountTokenOptions extends ServiceAccountTokenOptions {
  /** Whether the secret and the account must still exist (`--service-account-lookup`). */
  readonly lookup: boolean;
  /** Sets a label of a secret if its value differs. */
  readonly labelSecret: (secret: Secret, label: string, value: string) => Promise<void>;
}

/** Authenticates tokens from secrets of type kubernetes.io/service-account-token. */
export function legacyServiceAccountTokenAuthenticator(options: LegacyServiceAccountTokenOptions): TokenAuthenticator {
  const { keys, dialect, lookup } = options;
  return {
    name: 'legacy service account token',
    async authenticateToken(token, audiences, warn) {
      if (readUnverifiedJwt(token)?.claims.iss !== LEGACY_ISSUER) return undefined;
      const claims = await verifyAccountToken(token, keys);
      const audienceClaim = audiencesOf(claims);
      const shared = requireSharedAudiences(audienceClaim.length ? audienceClaim : options.audiences, audiences);
      const named = namesOf(claims, dialect);
      if (lookup) await checkStored(token, named, options, warn);
      const { namespace, accountName: name, accountUid: uid } = named;
      return { user: serviceAccountUser({ namespace, name, uid }, dialect), audiences: shared };
    },
  };
}

const invalidToken = (problem: string) => new AuthenticationError([problem]);

function namesOf(claims: JwtClaims, dialect: Dialect): AccountTokenSecret {
  const prefix = dialect.rename(CLAIM_PREFIX);
  const read = (name: string, shown: string): string => {
    const value = claims[name];
    if (typeof value !== 'string' || value === '') throw invalidToken(`${shown} claim is missing`);
    return value;
  };
  const subject = read('sub', 'sub');
  const namespace = read(`${prefix}namespace`, 'namespace');
  const secretName = read(`${prefix}secret.name`, 'secretName');
  const accountName = read(`${prefix}service-account.name`, 'serviceAccountName');
  const accountUid = read(`${prefix}service-account.uid`, 'serviceAccountUID');
  if (subject !== `system:serviceaccount:${namespace}:${accountName}`) throw invalidToken('sub claim is invalid');
  return { namespace, secretName, accountName, accountUid };
}

async function checkStored(
  token: string,
  { namespace, secretName, accountName, accountUid }: AccountTokenSecret,
  options: LegacyServiceAccountTokenOptions,
  warn: ((text: string) => void) | undefined,
): Promise<void> {
  const { reader, dialect } = options;
  const secret = await reader.get<Secret>('', 'secrets', namespace, secretName);
  if (!secret || secret.metadata.deletionTimestamp) throw invalidToken('Token has been invalidated');
  if (atob(secret.data?.token ?? '') !== token) throw invalidToken("Token does not match server's copy");
  const account = await reader.get<ServiceAccount>('', 'serviceaccounts', namespace, accountName);
  if (!account) throw invalidToken(`serviceaccounts ${JSON.stringify(accountName)} not found`);
  if (account.metadata.deletionTimestamp)
    throw invalidToken(`ServiceAccount ${namespace}/${accountName} has been deleted`);
  if (account.metadata.uid !== accountUid)
    throw invalidToken(`ServiceAccount UID (${account.metadata.uid}) does not match claim (${accountUid})`);
  const invalidSince = dialect.rename(INVALID_SINCE);
  if (secret.metadata.labels?.[invalidSince]) {
    throw invalidToken(
      `the token in secret ${namespace}/${secretName} for service account ${namespace}/${accountName} has been marked invalid. Use tokens from the TokenRequest API or manually created secret-based tokens, or remove the '${invalidSince}' label from the secret to temporarily allow use of this token`,
    );
  }
  if (account.secrets?.some(({ name }) => name === secretName)) warn?.(AUTO_GENERATED_WARNING);
  await recordUse(secret, options);
}

/**
 * Labels the secret with the day of use. A label of the next day is accepted too, because clocks of servers may differ.
 */
async function recordUse(secret: Secret, { clock, dialect, labelSecret }: LegacyServiceAccountTokenOptions) {
  const day = (ahead: number) => timeText(clock.now() + ahead * 86_400_000).slice(0, 10);
  const label = dialect.rename(LAST_USED);
  const last = secret.metadata.labels?.[label];
  if (last !== day(0) && last !== day(1)) await labelSecret(secret, label, day(0));
}
