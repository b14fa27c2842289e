import type { ApiObject } from '../../../api/object.ts';
import { isNamespaces } from '../../../api/object.ts';
import type { Call } from '../../context/call.ts';
import type { Attempt } from '../attempt.ts';
import type { ChangePlan, DeletePlan } from '../write-plan.ts';
import { admissionOptions } from './admission-options.ts';
import type { AdmissionRequest } from './request-attributes.ts';

/** Returns a plan as admission plugins see it. Undefined when admission has already seen the body of the request. */
export function planRequest(call: Call, attempt: Attempt, object: ApiObject): AdmissionRequest | undefined {
  const { plan } = attempt;
  if (plan.admission === 'none') return undefined;
  return plan.verb === 'delete' ? deleteRequest(plan, call, attempt) : changeRequest(plan, call, attempt, object);
}

function changeRequest(plan: ChangePlan, call: Call, { served }: Attempt, object: ApiObject): AdmissionRequest {
  const { resource, subresource, dryRun } = plan;
  const view = plan.admission === 'none' ? undefined : plan.admission;
  const name = plan.name || (object.metadata.name ?? '');
  return {
    operation: served ? 'UPDATE' : 'CREATE',
    resource,
    subresource,
    // Admission sees a namespace as an object within itself.
    namespace: isNamespaces(resource) ? name : plan.namespace,
    name,
    object: view ? view.of(object) : object,
    oldObject: view && served ? view.of(served) : served,
    options: admissionOptions(call, served ? 'UpdateOptions' : 'CreateOptions', dryRun),
    dryRun,
  };
}

function deleteRequest(
  { resource, namespace, name, options, dryRun }: DeletePlan,
  { info }: Call,
  { live, served }: Attempt,
): AdmissionRequest {
  const grace = live && resource.behavior.gracePeriodSeconds?.(live, options.gracePeriodSeconds);
  return {
    operation: 'DELETE',
    resource,
    subresource: '',
    namespace: isNamespaces(resource) ? name : namespace,
    // The request of a deletecollection names no object.
    name: info.verb === 'deletecollection' ? '' : name,
    object: undefined,
    oldObject: served,
    options: grace === undefined ? options.raw : withGracePeriod(options.raw, grace),
    dryRun,
  };
}

/** Sets the effective grace period in the options of a delete, in the position of the requested one if there is one. */
function withGracePeriod(
  { kind, apiVersion, ...options }: AdmissionRequest['options'],
  gracePeriodSeconds: number,
): AdmissionRequest['options'] {
  return { kind, apiVersion, ...options, gracePeriodSeconds };
}
