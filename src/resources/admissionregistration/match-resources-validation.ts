import type { FieldError } from '../../api/field-error.ts';
import type {
  MatchResources,
  NamedRuleWithOperations,
} from '../../api/kinds/admissionregistration-v1beta1.generated.ts';
import { isValidPathSegmentName } from '../../api/names.ts';
import { validateLabelSelector } from '../label-selector-validation.ts';
import { checkMembers } from '../member-rules.ts';
import { validateRule } from './rule-validation.ts';

export const MATCH_POLICIES = ['Equivalent', 'Exact'];

export function setMatchResourcesDefaults(match: MatchResources | undefined): void {
  if (!match) return;
  match.matchPolicy ??= 'Equivalent';
  match.namespaceSelector ??= {};
  match.objectSelector ??= {};
  for (const rule of [...(match.resourceRules ?? []), ...(match.excludeResourceRules ?? [])]) rule.scope ??= '*';
}

const validateResourceNames = checkMembers<NamedRuleWithOperations>({
  resourceNames: { each: { format: isValidPathSegmentName }, unique: true },
});
const validateNamedRule = (rule: NamedRuleWithOperations, field: string): FieldError[] => [
  ...validateResourceNames(rule, field),
  ...validateRule(rule, field),
];

/** Validates which requests a policy or a binding matches. */
export const validateMatchResources = checkMembers<MatchResources>({
  matchPolicy: { required: true, oneOf: MATCH_POLICIES },
  namespaceSelector: { required: true, check: validateLabelSelector },
  // Errors show another name, as in the real server.
  objectSelector: { required: true, shownAs: 'labelSelector', check: validateLabelSelector },
  resourceRules: { each: validateNamedRule },
  excludeResourceRules: { each: validateNamedRule },
});
