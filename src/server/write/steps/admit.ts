import type { ApiObject } from '../../../api/object.ts';
import { forbidden } from '../../../api/status.ts';
import { groupResourceOf, isNamespaces } from '../../catalog/served-resource.ts';
import { authorizationAttributes } from '../../context/authorization-attributes.ts';
import { type AdmissionRequest, admissionOptions, runAdmission } from '../admission/run-admission.ts';
import type { Attempt } from '../attempt.ts';
import { dedupeOwnerReferences } from '../bodies/dedupe-owner-references.ts';
import { takeNamespace } from '../bodies/take-identity.ts';
import type { Change, ChangePlan, ClientOrigin, DeletePlan } from '../write-plan.ts';

/** Runs mutating admission on the draft of a request. Returns the admitted draft, in the served version. */
export async function admitMutating(attempt: Attempt, draft: ApiObject): Promise<ApiObject> {
  const { plan, warnings } = attempt;
  if (plan.origin.kind === 'server') return draft;
  const { call } = plan.origin;
  if (plan.verb === 'delete') {
    if (plan.admission !== 'none')
      await runAdmission(call, 'mutate', deleteRequest(plan, plan.origin, attempt), attempt);
    return draft;
  }
  const admitted = await mutated(plan, plan.origin, attempt, draft);
  takeNamespace(plan.resource, admitted, plan.namespace);
  warnings.push(...dedupeOwnerReferences(admitted, true));
  return admitted;
}

async function mutated(plan: ChangePlan, origin: ClientOrigin, attempt: Attempt, draft: ApiObject): Promise<ApiObject> {
  if (plan.admission === 'none') return draft;
  const admitted = await runAdmission(origin.call, 'mutate', changeRequest(plan, origin, attempt, draft), attempt);
  if (!admitted) return draft;
  return plan.admission ? plan.admission.into(draft, admitted) : admitted;
}

/**
 * Checks that the user of a request may make the change, then runs validating admission.
 * @throws StatusError 403, or the denial of a plugin
 */
export async function admitValidating(attempt: Attempt, change: Change): Promise<void> {
  const { plan, live, served } = attempt;
  const { origin, resource, namespace, name } = plan;
  if (origin.kind === 'server') return;
  if (plan.verb === 'delete') {
    if (plan.admission !== 'none')
      await runAdmission(origin.call, 'validate', deleteRequest(plan, origin, attempt), attempt);
    return;
  }
  if (!live && plan.verb !== 'create') await requireCreate(plan, origin);
  const object = resource.fromStorage(change.object);
  const permissions = { resource: resource.resource, namespace, name, object, oldObject: served, user: origin.user };
  await origin.server.escalation.check(resource.group, permissions);
  if (plan.admission === 'none') return;
  await runAdmission(origin.call, 'validate', changeRequest(plan, origin, attempt, object), attempt);
}

/** Updates and applies that create the object need the permission to create, too. */
async function requireCreate({ resource, name }: ChangePlan, { call, server }: ClientOrigin): Promise<void> {
  const decision = await server.authorizer.authorize({ ...authorizationAttributes(call), verb: 'create' });
  if (decision.decision !== 'allow') throw forbidden(groupResourceOf(resource), name, '');
}

function changeRequest(
  plan: ChangePlan,
  { call }: ClientOrigin,
  { served }: Attempt,
  object: ApiObject,
): AdmissionRequest {
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
  { call }: ClientOrigin,
  { live, served }: Attempt,
): AdmissionRequest {
  const grace = live && resource.behavior.gracePeriodSeconds?.(live, options.gracePeriodSeconds);
  return {
    operation: 'DELETE',
    resource,
    subresource: '',
    namespace: isNamespaces(resource) ? name : namespace,
    // The request of a deletecollection names no object.
    name: call.info.verb === 'deletecollection' ? '' : name,
    object: undefined,
    oldObject: served,
    options: grace === undefined ? options.raw : withGracePeriod(options.raw, grace),
    dryRun,
  };
}

/** The effective grace period of a delete, in the place of the options' own. */
function withGracePeriod(
  { kind, apiVersion, ...options }: AdmissionRequest['options'],
  gracePeriodSeconds: number,
): AdmissionRequest['options'] {
  return { kind, apiVersion, ...options, gracePeriodSeconds };
}
