import type {
  MatchResources,
  NamedRuleWithOperations,
} from '../../api/kinds/admissionregistration-v1beta1.generated.ts';
import type { AdmissionAttributes, AdmissionContext } from '../admission-plugin.ts';
import type { MatchedResource } from '../matching/matched-resource.ts';
import { ruleMatches } from '../matching/rules.ts';
import { namespaceSelectorMatches, objectSelectorMatches } from '../matching/selectors.ts';

/** The resource as which a policy or binding matches the request, or why it does not match. */
export type PolicyMatch = { readonly matched: MatchedResource } | { readonly why: string };

/**
 * Matches a request against a policy or binding.
 * @throws StatusError when the namespace of the request does not exist
 */
export async function matchResources(
  { matchPolicy, resourceRules, excludeResourceRules, namespaceSelector, objectSelector }: MatchResources,
  attributes: AdmissionAttributes,
  context: AdmissionContext,
): Promise<PolicyMatch> {
  const inNamespace = await namespaceSelectorMatches(namespaceSelector, attributes, context.reader).then(
    (matches) => ({ matches }),
    (error: unknown) => ({ matches: true, error }),
  );
  if (!inNamespace.matches) return { why: 'namespaceSelector does not match the labels of the namespace' };
  if (!objectSelectorMatches(objectSelector, attributes)) {
    return { why: 'objectSelector does not match the labels of the object' };
  }
  const find = (rules: readonly NamedRuleWithOperations[]) => findRule(rules, matchPolicy, attributes, context);
  if (find(excludeResourceRules ?? [])) return { why: 'excludeResourceRules leave the request out' };
  const matched = resourceRules?.length ? find(resourceRules) : attributes;
  if (!matched) return { why: 'no rule matches the request' };
  // A missing namespace only matters if the rules match.
  if ('error' in inNamespace) throw inNamespace.error;
  return { matched: { resource: matched.resource, kind: matched.kind } };
}

/** Returns the match of the first matching rule. The request's own version takes precedence over equivalents. */
function findRule(
  rules: readonly NamedRuleWithOperations[],
  matchPolicy: string | undefined,
  attributes: AdmissionAttributes,
  { kinds }: AdmissionContext,
): MatchedResource | undefined {
  const named = rules.filter(({ resourceNames }) => !resourceNames?.length || resourceNames.includes(attributes.name));
  if (named.some((rule) => ruleMatches(rule, attributes))) return attributes;
  if (matchPolicy === 'Exact') return undefined;
  const equivalents = kinds.equivalents(attributes.resource, attributes.subresource);
  for (const rule of named) {
    const found = equivalents.find(({ resource }) => ruleMatches(rule, attributes, resource));
    if (found) return found;
  }
  return undefined;
}
