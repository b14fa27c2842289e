import type { ApiObject } from '../../../api/object.ts';
import { type MaybePromise, whenReady } from '../../../api/when-ready.ts';
import { planRequest } from '../admission/plan-request.ts';
import { runAdmission } from '../admission/run-admission.ts';
import type { Attempt } from '../attempt.ts';
import { dedupeOwnerReferences } from '../bodies/dedupe-owner-references.ts';
import { takeNamespace } from '../bodies/take-identity.ts';

/**
 * Runs mutating admission on the draft of a request. Returns the admitted draft, in the served version.
 * @throws StatusError when a plugin denies the request
 */
export function admitMutating(attempt: Attempt, draft: ApiObject): MaybePromise<ApiObject> {
  const { plan } = attempt;
  if (plan.origin.kind === 'server') return draft;
  const { call } = plan.origin;
  const request = planRequest(call, attempt, draft);
  const body = request && runAdmission(call, 'mutate', request, attempt);
  return whenReady(body, (admitted) => (plan.verb === 'delete' ? draft : withAdmitted(attempt, draft, admitted)));
}

function withAdmitted({ plan, warnings }: Attempt, draft: ApiObject, body: ApiObject | undefined): ApiObject {
  const view = plan.admission === 'none' ? undefined : plan.admission;
  const admitted = body ? (view ? view.into(draft, body) : body) : draft;
  takeNamespace(plan.resource, admitted, plan.namespace);
  warnings.push(...dedupeOwnerReferences(admitted, true));
  return admitted;
}
