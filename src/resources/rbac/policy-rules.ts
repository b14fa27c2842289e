import { type FieldError, invalid, required } from '../../api/field-error.ts';
import type { PolicyRule } from '../../api/kinds/rbac-v1.generated.ts';
import type { StrategyContext } from '../resource-definition.ts';

/** Drops empty lists, which are stored as absent. */
export function dropEmptyRules(draft: { rules?: PolicyRule[] | undefined }): void {
  if (!draft.rules?.length) delete draft.rules;
}

/** Validates the rules of a role. Rules of namespaced roles cannot have non-resource URLs. */
export const validatePolicyRules = (
  rules: readonly PolicyRule[] | null | undefined,
  isNamespaced: boolean,
  { dialect }: StrategyContext,
): FieldError[] =>
  (rules ?? []).flatMap((rule, index) => [
    ...validatePolicyRule(rule, isNamespaced, `rules[${index}]`),
    ...(dialect.follows('star-only-as-last-step') ? validateStars(rule, `rules[${index}]`) : []),
  ]);

function validatePolicyRule(rule: PolicyRule, isNamespaced: boolean, field: string): FieldError[] {
  const { apiGroups = [], resources = [], resourceNames = [], nonResourceURLs = [] } = rule;
  const errors: FieldError[] = [];
  if (!rule.verbs?.length) errors.push(required(`${field}.verbs`, 'verbs must contain at least one value'));
  if (nonResourceURLs.length > 0) {
    const wrong = (detail: string) => invalid(`${field}.nonResourceURLs`, nonResourceURLs, detail);
    if (isNamespaced) errors.push(wrong('namespaced rules cannot apply to non-resource URLs'));
    if (apiGroups.length + resources.length + resourceNames.length > 0) {
      errors.push(wrong('rules cannot apply to both regular resources and non-resource URLs'));
    }
    return errors;
  }
  if (apiGroups.length === 0) {
    errors.push(required(`${field}.apiGroups`, 'resource rules must supply at least one api group'));
  }
  if (resources.length === 0) {
    errors.push(required(`${field}.resources`, 'resource rules must supply at least one resource'));
  }
  return errors;
}

/** Validates wildcards in paths: each must be the whole last segment. */
const validateStars = ({ nonResourceURLs = [] }: PolicyRule, field: string): FieldError[] =>
  nonResourceURLs.flatMap((path, index) =>
    path === '*' || !path.replace(/\/\*$/, '').includes('*')
      ? []
      : [invalid(`${field}.nonResourceURLs[${index}]`, path, '* is only allowed as the full, final step of a path')],
  );
