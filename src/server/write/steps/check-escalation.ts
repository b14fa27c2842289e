import type { ApiObject } from '../../../api/object.ts';
import { type MaybePromise, whenReady } from '../../../api/when-ready.ts';
import type { Attempt } from '../attempt.ts';

/**
 * Checks that the user of a request grants no permissions that they do not hold. Like the real server, before
 * validation.
 * @param draft in the served version
 * @throws StatusError 403, or 404 for a binding to a missing role
 */
export function checkEscalation({ plan, served }: Attempt, draft: ApiObject): MaybePromise<undefined> {
  const { origin, resource, namespace, name, verb } = plan;
  if (origin.kind === 'server' || verb === 'delete') return undefined;
  const write = { resource: resource.resource, namespace, name, object: draft, oldObject: served, user: origin.user };
  return whenReady(origin.server.escalation.check(resource.group, write), () => undefined);
}
