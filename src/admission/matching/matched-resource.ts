import type { RuleWithOperations } from '../../api/kinds/admissionregistration-v1.generated.ts';
import type { GroupVersionKind, GroupVersionResource } from '../../api/object.ts';
import type { AdmissionAttributes, AdmissionKinds } from '../admission-plugin.ts';
import { ruleMatches } from './rules.ts';

/** The resource and kind that a webhook or policy sees: those of the request, or the equivalents that a rule names. */
export interface MatchedResource {
  readonly resource: GroupVersionResource;
  readonly kind: GroupVersionKind;
}

interface Matching {
  readonly rules?: readonly RuleWithOperations[] | undefined;
  readonly matchPolicy?: string | undefined;
}

/**
 * Returns undefined when no rule matches the request or, with matchPolicy Equivalent, another version of its objects.
 */
export function matchedResource(
  { rules = [], matchPolicy }: Matching,
  attributes: AdmissionAttributes,
  kinds: AdmissionKinds,
): MatchedResource | undefined {
  const { resource, kind, subresource } = attributes;
  if (rules.some((rule) => ruleMatches(rule, attributes))) return { resource, kind };
  if (matchPolicy === 'Exact') return undefined;
  const equivalents = kinds.equivalents(resource, subresource);
  for (const rule of rules) {
    const found = equivalents.find((equivalent) => ruleMatches(rule, attributes, equivalent.resource));
    if (found) return found;
  }
  return undefined;
}
