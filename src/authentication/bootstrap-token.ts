import type { Dialect } from '../api/dialect.ts';
import { base64Text } from '../api/encoding/base64.ts';
import type { Clock } from '../api/environment.ts';
import type { Secret } from '../api/kinds/core-v1.generated.ts';
import { BOOTSTRAP_TOKEN_TYPE } from '../api/kubernetes-names.ts';
import type { ObjectReader } from '../api/ports/object-reader.ts';
import type { UserInfo } from '../api/user-info.ts';
import { endOfToken } from '../api/values/token-expiration.ts';
import { sharedAudiences, type TokenAuthenticator } from './token-authenticator.ts';

const NAMESPACE = 'kube-system';
const GROUP = 'system:bootstrappers';
const TOKEN = /^([a-z0-9]{6})\.([a-z0-9]{16})$/;
const EXTRA_GROUP = /^system:bootstrappers:[a-z0-9:-]{0,255}[a-z0-9]$/;

export interface BootstrapTokenOptions {
  readonly reader: ObjectReader;
  readonly dialect: Dialect;
  readonly clock: Clock;
}

/**
 * Authenticates tokens for joining nodes, `<id>.<secret>`, stored as secrets `bootstrap-token-<id>` in kube-system.
 * Secrets that are expired, malformed or not meant for authentication are ignored. The tokens are valid for the
 * server's audiences.
 */
export function bootstrapTokenAuthenticator(
  options: BootstrapTokenOptions,
  audiences: readonly string[],
): TokenAuthenticator {
  return {
    name: 'bootstrap token',
    async authenticateToken(token, requested) {
      const [, id, password] = TOKEN.exec(token) ?? [];
      if (id === undefined || password === undefined) return undefined;
      const secret = await options.reader.get<Secret>('', 'secrets', NAMESPACE, `bootstrap-token-${id}`);
      const user = secret && userOf(secret, id, password, options);
      const shared = sharedAudiences(audiences, requested);
      return user && shared.length ? { user, audiences: shared } : undefined;
    },
  };
}

function userOf(
  { type, metadata, data }: Secret,
  id: string,
  password: string,
  { dialect, clock }: BootstrapTokenOptions,
): UserInfo | undefined {
  const read = (key: string): string => base64Text(data?.[key] ?? '');
  const isGood =
    type === dialect.rename(BOOTSTRAP_TOKEN_TYPE) &&
    !metadata.deletionTimestamp &&
    isSame(read('token-secret'), password) &&
    read('token-id') === id &&
    endOfToken(read('expiration')) > clock.now() &&
    read('usage-bootstrap-authentication') === 'true';
  const groups = isGood ? groupsOf(read('auth-extra-groups')) : undefined;
  return groups && { username: `system:bootstrap:${id}`, groups };
}

/** Returns the groups, sorted; undefined when one is not a bootstrappers group, which makes the token invalid. */
function groupsOf(extra: string): readonly string[] | undefined {
  const groups = extra === '' ? [] : extra.split(',');
  return groups.every((group) => EXTRA_GROUP.test(group)) ? [...new Set([GROUP, ...groups])].sort() : undefined;
}

/** Compares in constant time, so that timing does not reveal where two texts differ. */
function isSame(a: string, b: string): boolean {
  if (a.length !== b.length) return false;
  let difference = 0;
  for (let index = 0; index < a.length; index++) difference |= a.charCodeAt(index) ^ b.charCodeAt(index);
  return difference === 0;
}
