import type { Dialect } from '../api/dialect.ts';
import { binaryText } from '../api/encoding/base64.ts';
import { utf8Bytes } from '../api/encoding/utf8.ts';
import type { Clock } from '../api/environment.ts';
import { errorText } from '../api/error-text.ts';
import { AUTHENTICATION_GROUP } from '../api/kubernetes-names.ts';
import { isRecord } from '../api/object.ts';
import type { UserInfo } from '../api/user-info.ts';
import { ExpiringCache } from '../outgoing/expiring-cache.ts';
import { type Authentication, AuthenticationError } from './authenticator.ts';
import { sharedAudiences, type TokenAuthenticator } from './token-authenticator.ts';

export interface WebhookTokenOptions {
  /** Sends a TokenReview and returns the response. @throws Error when there is no response */
  readonly ask: (review: object) => Promise<Readonly<Record<string, unknown>>>;
  readonly version: 'v1' | 'v1beta1';
  /** Milliseconds for which a response is cached. */
  readonly cacheTtl: number;
}

export interface WebhookTokenParts {
  readonly dialect: Dialect;
  readonly clock: Clock;
  /** Audiences of the server. */
  readonly audiences: readonly string[];
}

const MAXIMUM_CACHED = 4096;

/** Authenticates tokens with an external service. Responses are cached by a digest of the token. */
export function webhookTokenAuthenticator(
  { ask, version, cacheTtl }: WebhookTokenOptions,
  { dialect, clock, audiences }: WebhookTokenParts,
): TokenAuthenticator {
  const cache = new ExpiringCache<Promise<Authentication | undefined>>(clock, MAXIMUM_CACHED);
  const apiVersion = `${dialect.rename(AUTHENTICATION_GROUP)}/${version}`;
  const review = async (token: string, requested: readonly string[]): Promise<Authentication | undefined> => {
    const answer = await ask({
      kind: 'TokenReview',
      apiVersion,
      metadata: {},
      spec: { token, audiences: requested },
    }).catch((error: unknown) => {
      throw new AuthenticationError([errorText(error)]);
    });
    if (answer.apiVersion !== apiVersion || answer.kind !== 'TokenReview')
      throw new AuthenticationError([`webhook authenticator expects a TokenReview of ${apiVersion}`]);
    return readStatus(isRecord(answer.status) ? answer.status : {}, requested, audiences);
  };
  return {
    name: 'webhook token',
    async authenticateToken(token, requested) {
      const key = await digest(JSON.stringify([token, requested]));
      const known = cache.get(key);
      if (known) return known;
      const pending = review(token, requested);
      cache.set(key, pending, cacheTtl);
      // Failures and denials with a reason are not cached.
      pending.catch(() => cache.set(key, pending, 0));
      return pending;
    },
  };
}

function readStatus(
  status: Readonly<Record<string, unknown>>,
  requested: readonly string[],
  own: readonly string[],
): Authentication | undefined {
  const named = textsOf(status.audiences);
  const audiences = sharedAudiences(named.length ? named : own, requested);
  if (audiences.length === 0) return undefined;
  if (status.authenticated === true) return { user: userOf(isRecord(status.user) ? status.user : {}), audiences };
  const { error } = status;
  if (typeof error === 'string' && error !== '') throw new AuthenticationError([error]);
  return undefined;
}

function userOf({ username, uid, groups, extra }: Readonly<Record<string, unknown>>): UserInfo {
  if (typeof username !== 'string' || username === '')
    throw new AuthenticationError(['the webhook returned no username']);
  const values = isRecord(extra) ? Object.entries(extra).map(([key, value]) => [key, textsOf(value)] as const) : [];
  return {
    username,
    ...(typeof uid === 'string' && uid !== '' ? { uid } : {}),
    ...(textsOf(groups).length ? { groups: textsOf(groups) } : {}),
    ...(values.length ? { extra: Object.fromEntries(values) } : {}),
  };
}

const textsOf = (value: unknown): readonly string[] =>
  Array.isArray(value) ? value.filter((item) => typeof item === 'string') : [];

/** Hashes a cache key, so that no token stays in memory. */
async function digest(text: string): Promise<string> {
  return binaryText(new Uint8Array(await crypto.subtle.digest('SHA-256', utf8Bytes(text))));
}
