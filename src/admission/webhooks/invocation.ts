import type { MatchCondition } from '../../api/kinds/admissionregistration-v1.generated.ts';
import { forbidden } from '../../api/status.ts';
import { evaluateMatchConditions } from '../../cel/admission/evaluate-match-conditions.ts';
import type { AdmissionAttributes, AdmissionContext } from '../admission-plugin.ts';
import { askAccess } from '../ask-access.ts';
import { type MatchedResource, matchedResource } from '../matching/matched-resource.ts';
import { objectSelectorMatches, selectNamespace } from '../matching/selectors.ts';
import { reviewRequest } from './review-request.ts';
import type { Webhook } from './webhook.ts';

/** The resource as which a webhook is called, or why it is not called. */
export type Invocation = { readonly matched: MatchedResource } | { readonly why: string };

/**
 * Decides whether a webhook is called for a request.
 * @throws StatusError when its namespace does not exist or a match condition fails
 */
export async function invocationOf(
  webhook: Webhook,
  attributes: AdmissionAttributes,
  context: AdmissionContext,
): Promise<Invocation> {
  const { reader, kinds } = context;
  const inNamespace = await selectNamespace(webhook.namespaceSelector, attributes, reader);
  if (!inNamespace.matches) return { why: 'namespaceSelector does not match the labels of the namespace' };
  if (!objectSelectorMatches(webhook.objectSelector, attributes))
    return { why: 'objectSelector does not match the labels of the object' };
  const matched = matchedResource(webhook, attributes, kinds);
  if (!matched) return { why: 'no rule matches the request' };
  // A missing namespace only matters if the rules match.
  if (inNamespace.missing) throw inNamespace.missing;
  const why = webhook.matchConditions?.length
    ? await unmetCondition(webhook, webhook.matchConditions, matched, attributes, context)
    : undefined;
  return why ? { why } : { matched };
}

/**
 * Returns the match condition that excludes the request. @throws StatusError 403 when one fails, unless failurePolicy
 * ignores that
 */
async function unmetCondition(
  { failurePolicy }: Webhook,
  conditions: readonly MatchCondition[],
  matched: MatchedResource,
  attributes: AdmissionAttributes,
  { kinds, authorizer }: AdmissionContext,
): Promise<string | undefined> {
  const { object, oldObject, uid: _, ...request } = await reviewRequest('', attributes, matched, kinds);
  const input = { object, oldObject, request, requestResource: requestResource(attributes) };
  const verdict = await evaluateMatchConditions(conditions, input, askAccess(authorizer, attributes.user));
  if (verdict.matches) return undefined;
  if (verdict.error === undefined) return `matchCondition ${JSON.stringify(verdict.failedCondition)} is false`;
  if (failurePolicy === 'Ignore') return `a matchCondition failed, which is ignored: ${verdict.error}`;
  throw forbidden(attributes.resource, attributes.name, verdict.error);
}

const requestResource = ({ resource, subresource, namespace, name }: AdmissionAttributes) => ({
  group: resource.group,
  resource: resource.resource,
  subresource,
  namespace,
  name,
});
