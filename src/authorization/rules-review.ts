import type { NonResourceRule, ResourceRule } from '../api/kinds/authorization-v1.generated.ts';
import type { UserInfo } from '../api/user-info.ts';
import type { Authorizer } from './authorizer.ts';
import { errorsText } from './errors-text.ts';

/** The status of a SelfSubjectRulesReview. */
export interface RulesReview {
  readonly resourceRules: readonly ResourceRule[];
  readonly nonResourceRules: readonly NonResourceRule[];
  readonly incomplete: boolean;
  readonly evaluationError?: string;
}

/** An authorizer that can also list a user's permissions in a namespace. */
export interface RuleAuthorizer extends Authorizer {
  rulesFor(user: UserInfo, namespace: string): Promise<RulesReview>;
}

/** Combines the rules of several authorizers. */
export async function reviewRules(
  authorizers: readonly RuleAuthorizer[],
  user: UserInfo,
  namespace: string,
): Promise<RulesReview> {
  const reviews = await Promise.all(authorizers.map((authorizer) => authorizer.rulesFor(user, namespace)));
  const errors = reviews.flatMap(({ evaluationError }) => (evaluationError ? [evaluationError] : []));
  return {
    resourceRules: reviews.flatMap((review) => review.resourceRules),
    nonResourceRules: reviews.flatMap((review) => review.nonResourceRules),
    incomplete: reviews.some((review) => review.incomplete),
    ...(errors.length ? { evaluationError: errorsText(errors) } : {}),
  };
}
