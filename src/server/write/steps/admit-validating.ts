import { forbidden } from '../../../api/status.ts';
import { groupResourceOf } from '../../catalog/served-resource.ts';
import { authorizationAttributes } from '../../context/authorization-attributes.ts';
import { planRequest } from '../admission/plan-request.ts';
import { runAdmission } from '../admission/run-admission.ts';
import type { Attempt } from '../attempt.ts';
import type { Change, ChangePlan, ClientOrigin } from '../write-plan.ts';

/**
 * Checks that the user of a request may make the change, then runs validating admission.
 * @throws StatusError 403, or the denial of a plugin
 */
export async function admitValidating(attempt: Attempt, change: Change): Promise<void> {
  const { plan, live, served } = attempt;
  const { origin, resource, namespace, name } = plan;
  if (origin.kind === 'server') return;
  const object = plan.verb === 'delete' ? change.object : resource.fromStorage(change.object);
  if (plan.verb !== 'delete') {
    if (!live && plan.verb !== 'create') await requireCreate(plan, origin);
    const permissions = { resource: resource.resource, namespace, name, object, oldObject: served, user: origin.user };
    await origin.server.escalation.check(resource.group, permissions);
  }
  const request = planRequest(origin.call, attempt, object);
  if (request) await runAdmission(origin.call, 'validate', request, attempt);
}

/** Updates and applies that create the object need the permission to create, too. */
async function requireCreate({ resource, name }: ChangePlan, { call, server }: ClientOrigin): Promise<void> {
  const decision = await server.authorizer.authorize({ ...authorizationAttributes(call), verb: 'create' });
  if (decision.decision !== 'allow') throw forbidden(groupResourceOf(resource), name, '');
}
