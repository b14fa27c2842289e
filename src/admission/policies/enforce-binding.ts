import { kubernetesName } from '../../api/dialect.ts';
import { goJson } from '../../api/encoding/go-json.ts';
import type {
  ValidatingAdmissionPolicy,
  ValidatingAdmissionPolicyBinding,
} from '../../api/kinds/admissionregistration-v1beta1.generated.ts';
import type { ApiObject } from '../../api/object.ts';
import { notFound } from '../../api/status.ts';
import { inTurn, type MaybePromise, whenReady } from '../../api/when-ready.ts';
import type { AccessAnswers, AdmissionInput } from '../../cel/admission/admission-variables.ts';
import type { AdmissionAttributes, AdmissionContext } from '../admission-plugin.ts';
import { isInNamespace } from '../attributes.ts';
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
  input(): MaybePromise<AdmissionInput>;
}

const AUDIT_KEY = kubernetesName('validation.policy.admission.k8s.io/validation_failure');

/** A policy without params is evaluated once. */
const NO_PARAMS = [null];

/**
 * Evaluates a policy for one of its bindings, once for each parameter. Warns and annotates as the binding says.
 * @throws ConfigurationError when no parameter is found
 * @throws StatusError 404 when the namespace of the request does not exist
 */
export function enforceBinding(
  policy: ValidatingAdmissionPolicy,
  binding: ValidatingAdmissionPolicyBinding,
  request: PolicyRequest,
): MaybePromise<readonly PolicyVerdict[]> {
  const { attributes, context } = request;
  const { paramKind } = policy.spec ?? {};
  const { paramRef } = binding.spec ?? {};
  const params: MaybePromise<readonly (ApiObject | null)[]> =
    paramKind && paramRef ? findParams(paramKind, paramRef, attributes.namespace, context) : NO_PARAMS;
  return whenReady(params, (found) => {
    if (found.length === 0) return [];
    return whenReady(request.input(), (input) => evaluateFor(found, input, policy, binding, request));
  });
}

function evaluateFor(
  params: readonly (ApiObject | null)[],
  input: AdmissionInput,
  policy: ValidatingAdmissionPolicy,
  binding: ValidatingAdmissionPolicyBinding,
  request: PolicyRequest,
): MaybePromise<readonly PolicyVerdict[]> {
  const verdicts: PolicyVerdict[] = [];
  const evaluated = inTurn(params, (each) =>
    whenReady(evaluatePolicy(policy, each ? { ...input, params: each } : input, request.answers), (verdict) => {
      for (const denial of verdict.denials) report(denial, policy, binding, request);
      verdicts.push(verdict);
    }),
  );
  return whenReady(evaluated, () => verdicts);
}

/** Returns the variables of expressions, in the version that a policy matched. Namespaces have no `namespaceObject`. */
export async function policyInput(
  attributes: AdmissionAttributes,
  context: AdmissionContext,
  matched: MatchedResource,
): Promise<AdmissionInput> {
  const { namespace, name, resource, subresource } = attributes;
  const { object, oldObject, uid: _, ...request } = await reviewRequest('', attributes, matched, context.kinds);
  const isNamespaced = isInNamespace(attributes);
  const found = isNamespaced ? await context.reader.get<ApiObject>('', 'namespaces', '', namespace) : undefined;
  if (isNamespaced && !found) throw notFound({ group: '', resource: 'namespaces' }, namespace);
  return {
    object,
    oldObject,
    request,
    namespaceObject: found,
    params: null,
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
