import { kubernetesName } from '../../api/dialect.ts';
import { goJson } from '../../api/encoding/go-json.ts';
import type {
  ValidatingAdmissionPolicy,
  ValidatingAdmissionPolicyBinding,
} from '../../api/kinds/admissionregistration-v1beta1.generated.ts';
import type { ApiObject } from '../../api/object.ts';
import { notFound } from '../../api/status.ts';
import type { AccessAnswers, AdmissionInput } from '../../cel/admission/admission-variables.ts';
import type { AdmissionAttributes, AdmissionContext } from '../admission-plugin.ts';
import type { MatchedResource } from '../matching/matched-resource.ts';
import { reviewRequest } from '../webhooks/review-request.ts';
import { type Denial, evaluatePolicy, type PolicyVerdict } from './evaluate-policy.ts';
import { findParams } from './params.ts';

/** A request that a policy matches. */
export interface PolicyRequest {
  readonly attributes: AdmissionAttributes;
  readonly context: AdmissionContext;
  readonly answers: AccessAnswers;
  /**
   * Returns the variables of its expressions. @throws StatusError 404 when the namespace of the request does not exist
   */
  input(): Promise<AdmissionInput>;
}

const AUDIT_KEY = kubernetesName('validation.policy.admission.k8s.io/validation_failure');

/**
 * Evaluates a policy for one of its bindings, once for each parameter. Warns and annotates as the binding says.
 * @throws ConfigurationError when no parameter is found
 * @throws StatusError 404 when the namespace of the request does not exist
 */
export async function enforceBinding(
  policy: ValidatingAdmissionPolicy,
  binding: ValidatingAdmissionPolicyBinding,
  request: PolicyRequest,
): Promise<readonly PolicyVerdict[]> {
  const { attributes, context } = request;
  const params = await findParams(policy.spec?.paramKind, binding.spec?.paramRef, attributes.namespace, context);
  if (params.length === 0) return [];
  const input = await request.input();
  const verdicts: PolicyVerdict[] = [];
  for (const each of params) {
    const verdict = await evaluatePolicy(policy, { ...input, params: each }, request.answers);
    for (const denial of verdict.denials) report(denial, policy, binding, request);
    verdicts.push(verdict);
  }
  return verdicts;
}

/** Returns the variables of expressions, in the version that a policy matched. Namespaces have no `namespaceObject`. */
export async function policyInput(
  attributes: AdmissionAttributes,
  context: AdmissionContext,
  matched: MatchedResource,
): Promise<AdmissionInput> {
  const { namespace, name, resource, subresource, kind } = attributes;
  const { object, oldObject, uid: _, ...request } = await reviewRequest('', attributes, matched, context.kinds);
  const isNamespaced = namespace !== '' && !(kind.group === '' && kind.kind === 'Namespace');
  const found = isNamespaced ? await context.reader.get<ApiObject>('', 'namespaces', '', namespace) : undefined;
  if (isNamespaced && !found) throw notFound({ group: '', resource: 'namespaces' }, namespace);
  return {
    object,
    oldObject,
    request,
    namespaceObject: found,
    requestResource: { group: resource.group, resource: resource.resource, subresource, namespace, name },
  };
}

function report(
  { message, index }: Denial,
  policy: ValidatingAdmissionPolicy,
  binding: ValidatingAdmissionPolicyBinding,
  { attributes, context }: PolicyRequest,
): void {
  const actions = binding.spec?.validationActions ?? [];
  const [policyName, bindingName] = [policy.metadata.name, binding.metadata.name];
  for (const action of actions) {
    if (action === 'Warn') {
      const where = `ValidatingAdmissionPolicy '${policyName}' with binding '${bindingName}'`;
      attributes.warn(`Validation failed for ${where}: ${message}`);
    } else if (action === 'Audit') {
      const failure = { message, policy: policyName, binding: bindingName, expressionIndex: index };
      const value = goJson([{ ...failure, validationActions: actions }]);
      attributes.annotate?.(context.dialect.rename(AUDIT_KEY), value);
    }
  }
}
