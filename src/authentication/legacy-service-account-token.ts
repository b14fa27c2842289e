import { type Dialect, kubernetesName } from '../api/dialect.ts';
import { timeText } from '../api/environment.ts';
import type { Secret, ServiceAccount } from '../api/kinds/core-v1.generated.ts';
import type { AccountTokenSecret } from '../api/ports/account-token-signer.ts';
import { verifiedByAccountKeys } from './account-token-keys.ts';
import { AuthenticationError } from './authenticator.ts';
import { audiencesOf, type JwtClaims, readUnverifiedJwt, type SigningKey, signJwt } from './jwt.ts';
import type { ServiceAccountTokenOptions } from './service-account-token.ts';
import { serviceAccountUser } from './service-account-user.ts';
import { requireSharedAudiences, type TokenAuthenticator } from './token-authenticator.ts';

/** Who signs the tokens that secrets hold, in Kubernetes' names. */
const LEGACY_ISSUER = 'kubernetes/serviceaccount';
const CLAIM_PREFIX = kubernetesName('kubernetes.io/serviceaccount/');
const LAST_USED = kubernetesName('kubernetes.io/legacy-token-last-used');
const INVALID_SINCE = kubernetesName('kubernetes.io/legacy-token-invalid-since');
const AUTO_GENERATED_WARNING =
  'Use tokens from the TokenRequest API or manually created secret-based tokens instead of auto-generated secret-based tokens.';

/** A token without an end, good while its secret is there and holds it. */
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
  /** Whether the secret and the account must still be there (`--service-account-lookup`). */
  readonly lookup: boolean;
  /** Sets a label of a secret that is not there yet or has another value. */
  readonly labelSecret: (secret: Secret, label: string, value: string) => Promise<void>;
}

/** Tokens that secrets of the type kubernetes.io/service-account-token hold. */
export function legacyServiceAccountTokenAuthenticator(options: LegacyServiceAccountTokenOptions): TokenAuthenticator {
  const { keys, dialect, lookup } = options;
  return {
    name: 'legacy service account token',
    async authenticateToken(token, audiences, warn) {
      if (readUnverifiedJwt(token)?.claims.iss !== LEGACY_ISSUER) return undefined;
      const claims = await verifiedByAccountKeys(token, keys);
      const audienceClaim = audiencesOf(claims);
      const shared = requireSharedAudiences(audienceClaim.length ? audienceClaim : options.audiences, audiences);
      const named = namesOf(claims, dialect);
      if (lookup) await checkStored(token, named, options, warn);
      const { namespace, accountName: name, accountUid: uid } = named;
      return { user: serviceAccountUser({ namespace, name, uid }, dialect), audiences: shared };
    },
  };
}

const refusal = (problem: string) => new AuthenticationError([problem]);

function namesOf(claims: JwtClaims, dialect: Dialect): AccountTokenSecret {
  const prefix = dialect.rename(CLAIM_PREFIX);
  const read = (name: string, told: string): string => {
    const value = claims[name];
    if (typeof value !== 'string' || value === '') throw refusal(`${told} claim is missing`);
    return value;
  };
  const subject = read('sub', 'sub');
  const namespace = read(`${prefix}namespace`, 'namespace');
  const secretName = read(`${prefix}secret.name`, 'secretName');
  const accountName = read(`${prefix}service-account.name`, 'serviceAccountName');
  const accountUid = read(`${prefix}service-account.uid`, 'serviceAccountUID');
  if (subject !== `system:serviceaccount:${namespace}:${accountName}`) throw refusal('sub claim is invalid');
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
  if (!secret || secret.metadata.deletionTimestamp) throw refusal('Token has been invalidated');
  if (atob(secret.data?.token ?? '') !== token) throw refusal("Token does not match server's copy");
  const account = await reader.get<ServiceAccount>('', 'serviceaccounts', namespace, accountName);
  if (!account) throw refusal(`serviceaccounts ${JSON.stringify(accountName)} not found`);
  if (account.metadata.deletionTimestamp) throw refusal(`ServiceAccount ${namespace}/${accountName} has been deleted`);
  if (account.metadata.uid !== accountUid)
    throw refusal(`ServiceAccount UID (${account.metadata.uid}) does not match claim (${accountUid})`);
  const invalidSince = dialect.rename(INVALID_SINCE);
  if (secret.metadata.labels?.[invalidSince]) {
    throw refusal(
      `the token in secret ${namespace}/${secretName} for service account ${namespace}/${accountName} has been marked invalid. Use tokens from the TokenRequest API or manually created secret-based tokens, or remove the '${invalidSince}' label from the secret to temporarily allow use of this token`,
    );
  }
  if (account.secrets?.some(({ name }) => name === secretName)) warn?.(AUTO_GENERATED_WARNING);
  await noteUse(secret, options);
}

/** By day; a day ahead counts too, because the servers of one cluster may disagree on when it begins. */
async function noteUse(secret: Secret, { clock, dialect, labelSecret }: LegacyServiceAccountTokenOptions) {
  const day = (ahead: number) => timeText(clock.now() + ahead * 86_400_000).slice(0, 10);
  const label = dialect.rename(LAST_USED);
  const last = secret.metadata.labels?.[label];
  if (last !== day(0) && last !== day(1)) await labelSecret(secret, label, day(0));
}
