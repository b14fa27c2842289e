import type { ApiObject } from '../../../api/object.ts';
import type { MaybePromise } from '../../../api/when-ready.ts';
import type { Attempt } from '../attempt.ts';
import { prepareCreate } from './prepare-create.ts';
import { prepareDeletion } from './prepare-deletion.ts';
import { prepareUpdate } from './prepare-update.ts';

/** Returns the object to be stored: the draft with everything that only the server sets. */
export function prepare(attempt: Attempt, draft: ApiObject): MaybePromise<ApiObject> {
  const { plan, live } = attempt;
  if (!live) return prepareCreate(attempt, draft);
  if (plan.verb === 'delete') return prepareDeletion(plan, live, attempt.context);
  return prepareUpdate(plan, live, attempt.context, draft);
}
