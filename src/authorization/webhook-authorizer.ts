import type { Dialect } from '../api/dialect.ts';
import type { Clock } from '../api/environment.ts';
import { errorText } from '../api/error-text.ts';
import { AUTHORIZATION_GROUP } from '../api/kubernetes-names.ts';
import { isRecord } from '../api/object.ts';
import { ExpiringCache } from '../outgoing/expiring-cache.ts';
import type { AuthorizationAttributes, Decision } from './authorizer.ts';
import type { RuleAuthorizer } from './rules-review.ts';

export interface WebhookAuthorizerOptions {
  /** Sends a SubjectAccessReview and returns the response. @throws Error when there is no response */
  readonly ask: (review: object) => Promise<Readonly<Record<string, unknown>>>;
  readonly version: 'v1' | 'v1beta1';
  /** Milliseconds for which responses are cached. */
  readonly authorizedTtl: number;
  readonly unauthorizedTtl: number;
  readonly dialect: Dialect;
  readonly clock: Clock;
}

const MAXIMUM_CACHED = 8192;
/** Requests with more client-chosen characters are not cached, so that clients cannot fill the cache. */
const MAXIMUM_CACHED_LENGTH = 10_000;

/**
 * Authorizes through an external service with SubjectAccessReviews. A failure of the service results in no opinion with
 * an error.
 */
export function createWebhookAuthorizer(options: WebhookAuthorizerOptions): RuleAuthorizer {
  const { ask, dialect, version, authorizedTtl, unauthorizedTtl } = options;
  const cache = new ExpiringCache<Decision>(options.clock, MAXIMUM_CACHED);
  const apiVersion = `${dialect.rename(AUTHORIZATION_GROUP)}/${version}`;
  return {
    name: 'Webhook',
    async authorize(attributes) {
      const spec = specOf(attributes, version);
      const key = JSON.stringify(spec);
      const known = cache.get(key);
      if (known) return known;
      try {
        const { status } = await ask({
          kind: 'SubjectAccessReview',
          apiVersion,
          metadata: {},
          spec,
          status: NO_STATUS,
        });
        const decision = decisionOf(isRecord(status) ? status : {});
        const ttl = decision.decision === 'allow' ? authorizedTtl : unauthorizedTtl;
        if (chosenLength(attributes) < MAXIMUM_CACHED_LENGTH) cache.set(key, decision, ttl);
        return decision;
      } catch (error) {
        return { decision: 'no-opinion', reason: '', error: errorText(error) };
      }
    },
    rulesFor: async () => ({
      resourceRules: [],
      nonResourceRules: [],
      incomplete: true,
      evaluationError: 'webhook authorizer does not support user rule resolution',
    }),
  };
}

const NO_STATUS = { allowed: false };

function specOf(attributes: AuthorizationAttributes, version: 'v1' | 'v1beta1'): object {
  const { user, verb, namespace, group, resource, subresource, name, path } = attributes;
  const target = attributes.isResourceRequest
    ? {
        resourceAttributes: present({
          namespace,
          verb,
          group,
          version: attributes.version,
          resource,
          subresource,
          name,
        }),
      }
    : { nonResourceAttributes: present({ path, verb }) };
  return {
    ...target,
    ...present({ user: user.username }),
    ...(user.groups?.length ? { [version === 'v1' ? 'groups' : 'group']: user.groups } : {}),
    ...(user.extra && Object.keys(user.extra).length ? { extra: user.extra } : {}),
    ...present({ uid: user.uid ?? '' }),
  };
}

const present = (texts: Readonly<Record<string, string>>): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(texts).filter(([, text]) => text !== ''));

function decisionOf({ allowed, denied, reason: given }: Readonly<Record<string, unknown>>): Decision {
  const reason = typeof given === 'string' ? given : '';
  if (denied === true && allowed === true) {
    const error = 'webhook subject access review returned both allow and deny response';
    return { decision: 'deny', reason, error };
  }
  if (denied === true) return { decision: 'deny', reason };
  return { decision: allowed === true ? 'allow' : 'no-opinion', reason };
}

/** Returns the number of characters in a request that its client chooses. */
const chosenLength = ({
  verb,
  namespace,
  group,
  version,
  resource,
  subresource,
  name,
  path,
}: AuthorizationAttributes) => [verb, namespace, group, version, resource, subresource, name, path].join('').length;
