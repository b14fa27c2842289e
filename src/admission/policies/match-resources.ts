import type {
  MatchResources,
  NamedRuleWithOperations,
} from '../../api/kinds/admissionregistration-v1beta1.generated.ts';
import { type MaybePromise, whenReady } from '../../api/when-ready.ts';
import type { AdmissionAttributes, AdmissionContext } from '../admission-plugin.ts';
import type { MatchedResource } from '../matching/matched-resource.ts';
import { ruleMatches } from '../matching/rules.ts';
import { type NamespaceSelection, objectSelectorMatches, selectNamespace } from '../matching/selectors.ts';

/** The resource as which a policy or binding matches the request, or why it does not match. */
export type PolicyMatch = { readonly matched: MatchedResource } | { readonly why: string };

/**
 * Matches a request against a policy or binding.
 * @throws StatusError when the namespace of the request does not exist
 */
export const matchResources = (
  resources: MatchResources,
  attributes: AdmissionAttributes,
  context: AdmissionContext,
): MaybePromise<PolicyMatch> =>
  whenReady(selectNamespace(resources.namespaceSelector, attributes, context.reader), (inNamespace) =>
    matchIn(inNamespace, resources, attributes, context),
  );

function matchIn(
  inNamespace: NamespaceSelection,
  { matchPolicy, resourceRules, excludeResourceRules, objectSelector }: MatchResources,
  attributes: AdmissionAttributes,
  context: AdmissionContext,
): PolicyMatch {
  if (!inNamespace.matches) return { why: 'namespaceSelector does not match the labels of the namespace' };
  if (!objectSelectorMatches(objectSelector, attributes)) {
    return { why: 'objectSelector does not match the labels of the object' };
  }
  if (excludeResourceRules?.length && findRule(excludeResourceRules, matchPolicy, attributes, context))
    return { why: 'excludeResourceRules leave the request out' };
  const matched = resourceRules?.length ? findRule(resourceRules, matchPolicy, attributes, context) : attributes;
  if (!matched) return { why: 'no rule matches the request' };
  // A missing namespace only matters if the rules match.
  if (inNamespace.missing) throw inNamespace.missing;
  return { matched: { resource: matched.resource, kind: matched.kind } };
}

/** Returns the match of the first matching rule. The request's own version takes precedence over equivalents. */
function findRule(
  rules: readonly NamedRuleWithOperations[],
  matchPolicy: string | undefined,
  attributes: AdmissionAttributes,
  { kinds }: AdmissionContext,
): MatchedResource | undefined {
  const isNamed = ({ resourceNames }: NamedRuleWithOperations): boolean =>
    !resourceNames?.length || resourceNames.includes(attributes.name);
  if (rules.some((rule) => isNamed(rule) && ruleMatches(rule, attributes))) return attributes;
  if (matchPolicy === 'Exact') return undefined;
  const equivalents = kinds.equivalents(attributes.resource, attributes.subresource);
  for (const rule of rules.filter(isNamed)) {
    const found = equivalents.find(({ resource }) => ruleMatches(rule, attributes, resource));
    if (found) return found;
  }
  return undefined;
}
