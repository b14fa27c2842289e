import type { Dialect } from '../api/dialect.ts';
import type { ObjectReader } from '../api/ports/object-reader.ts';
import { isPromise } from '../api/realms.ts';
import type { UserInfo } from '../api/user-info.ts';
import type { AuthorizationAttributes, AuthorizeOptions, Decision } from './authorizer.ts';
import { errorsText } from './errors-text.ts';
import { createNodeAuthorizer } from './node/node-authorizer.ts';
import { createRbacAuthorizer } from './rbac/rbac-authorizer.ts';
import { RbacIndex } from './rbac/rbac-index.ts';
import { type RuleAuthorizer, reviewRules } from './rules-review.ts';
import { createWebhookAuthorizer, type WebhookAuthorizerOptions } from './webhook-authorizer.ts';

/** Modes of `--authorization-mode`, tried in the given order after members of system:masters are allowed. */
const MODES: Readonly<Record<string, (options: AuthorizerOptions) => RuleAuthorizer>> = {
  Node: ({ reader, dialect }) => createNodeAuthorizer(reader, dialect),
  RBAC: ({ reader, dialect }) => createRbacAuthorizer(new RbacIndex(reader, dialect)),
  AlwaysAllow: () => alwaysAllow,
  AlwaysDeny: () => alwaysDeny,
  Webhook: ({ webhook, dialect }) => {
    if (!webhook) throw new Error("authorization-mode Webhook's authorization config file not passed");
    return createWebhookAuthorizer({ ...webhook, dialect });
  },
};

export interface AuthorizerOptions {
  readonly modes: readonly string[];
  readonly reader: ObjectReader;
  readonly dialect: Dialect;
  /** Required for mode Webhook. */
  readonly webhook?: Omit<WebhookAuthorizerOptions, 'dialect'>;
}

/** @throws Error with a message for the user when a mode is unknown or repeated */
export function createAuthorizer(options: AuthorizerOptions): RuleAuthorizer {
  const authorizers = options.modes.map((mode, index) => {
    const make = MODES[mode];
    if (!make) throw new Error(`unknown authorization mode ${mode}; valid modes are ${Object.keys(MODES).join(', ')}`);
    if (options.modes.indexOf(mode) !== index) throw new Error(`authorization mode ${mode} is listed twice`);
    return make(options);
  });
  if (authorizers.length === 0) throw new Error('at least one authorization mode is required');
  return union([privilegedGroup, ...authorizers]);
}

/** The first authorizer that allows or denies decides; reasons of the others are reported in a denial. */
const union = (authorizers: readonly RuleAuthorizer[]): RuleAuthorizer => ({
  name: 'union',
  authorize: (attributes, options) => decideInTurn(authorizers, attributes, options, []),
  rulesFor: (user, namespace) => reviewRules(authorizers, user, namespace),
});

/** @param opinions the decisions of the authorizers called so far, all without an opinion */
function decideInTurn(
  authorizers: readonly RuleAuthorizer[],
  attributes: AuthorizationAttributes,
  options: AuthorizeOptions | undefined,
  opinions: Decision[],
): Decision | Promise<Decision> {
  for (let asked = opinions.length; asked < authorizers.length; asked++) {
    const decision = authorizers[asked]?.authorize(attributes, options) ?? NO_OPINION;
    if (isPromise(decision))
      return decision.then((made) => {
        if (made.decision !== 'no-opinion') return made;
        opinions.push(made);
        return decideInTurn(authorizers, attributes, options, opinions);
      });
    if (decision.decision !== 'no-opinion') return decision;
    opinions.push(decision);
  }
  return noDecision(opinions, options);
}

function noDecision(decisions: readonly Decision[], options: AuthorizeOptions | undefined): Decision {
  const evaluationErrors = decisions.flatMap(({ evaluationError }) => (evaluationError ? [evaluationError] : []));
  const errors = decisions.flatMap(({ error }) => (error ? [error] : []));
  return {
    decision: 'no-opinion',
    reason: decisions.flatMap(({ reason }) => (reason ? [reason] : [])).join('\n'),
    ...(evaluationErrors.length ? { evaluationError: errorsText(evaluationErrors) } : {}),
    ...(errors.length ? { error: errorsText(errors) } : {}),
    ...(options?.explain ? { considered: decisions.flatMap(({ considered }) => considered ?? []) } : {}),
  };
}

export const isPrivileged = (user: UserInfo): boolean => user.groups?.includes('system:masters') ?? false;

/** Reason for allowing members of system:masters. */
export const PRIVILEGE = 'Members of system:masters may do everything, regardless of roles.';

const ALLOWED: Decision = { decision: 'allow', reason: '' };
const NO_OPINION: Decision = { decision: 'no-opinion', reason: '' };
const NO_RULES = { resourceRules: [], nonResourceRules: [], incomplete: false };

/** Allows members of system:masters everything, regardless of roles. */
const privilegedGroup: RuleAuthorizer = {
  name: 'system:masters',
  authorize: ({ user }) => (isPrivileged(user) ? ALLOWED : NO_OPINION),
  rulesFor: async () => NO_RULES,
};

const alwaysAllow: RuleAuthorizer = {
  name: 'AlwaysAllow',
  authorize: () => ALLOWED,
  rulesFor: async () => ({
    resourceRules: [{ verbs: ['*'], apiGroups: ['*'], resources: ['*'] }],
    nonResourceRules: [{ verbs: ['*'], nonResourceURLs: ['*'] }],
    incomplete: false,
  }),
};

const alwaysDeny: RuleAuthorizer = {
  name: 'AlwaysDeny',
  authorize: () => ({ decision: 'no-opinion', reason: 'Everything is forbidden.' }),
  rulesFor: async () => NO_RULES,
};
