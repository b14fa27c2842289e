import type { ApiObject } from '../../../api/object.ts';
import { forbidden } from '../../../api/status.ts';
import { type MaybePromise, whenReady } from '../../../api/when-ready.ts';
import { groupResourceOf } from '../../catalog/served-resource.ts';
import { authorizationAttributes } from '../../context/authorization-attributes.ts';
import { planRequest } from '../admission/plan-request.ts';
import { runAdmission } from '../admission/run-admission.ts';
import type { Attempt } from '../attempt.ts';
import type { ChangePlan, ClientOrigin } from '../write-plan.ts';

/**
 * Checks that the user of a request may make the change, then runs validating admission.
 * @throws StatusError 403, or the denial of a plugin
 */
export function admitValidating(attempt: Attempt, completed: ApiObject): MaybePromise<undefined> {
  const { plan } = attempt;
  const { origin } = plan;
  if (origin.kind === 'server') return undefined;
  const object = plan.verb === 'delete' ? completed : plan.resource.fromStorage(completed);
  const request = planRequest(origin.call, attempt, object);
  return whenReady(
    plan.verb === 'update' || plan.verb === 'apply' ? requireCreate(plan, origin, attempt) : undefined,
    () => request && whenReady(runAdmission(origin.call, 'validate', request, attempt), () => undefined),
  );
}

/** Updates and applies that create the object also need permission to create it. */
function requireCreate(plan: ChangePlan, origin: ClientOrigin, { live }: Attempt): MaybePromise<void> {
  return live ? undefined : mayCreate(plan, origin);
}

async function mayCreate({ resource, name }: ChangePlan, { call, server }: ClientOrigin): Promise<void> {
  // Remembered decisions of the request's pattern are for its own verb.
  const attributes = { ...authorizationAttributes(call), verb: 'create', pattern: undefined };
  const decision = await server.authorizer.authorize(attributes);
  if (decision.decision !== 'allow') throw forbidden(groupResourceOf(resource), name, '');
}
