import type { ApiObject } from '../../../api/object.ts';
import { type MaybePromise, whenReady } from '../../../api/when-ready.ts';
import type { Attempt } from '../attempt.ts';
import type { Candidate } from '../write-plan.ts';
import { prepareCreate } from './prepare-create.ts';
import { prepareDeletion } from './prepare-deletion.ts';
import { prepareUpdate } from './prepare-update.ts';

/** Returns the object to be stored: the draft with everything that only the server sets. */
export function prepare(attempt: Attempt, draft: ApiObject): MaybePromise<Candidate> {
  const { plan, live } = attempt;
  if (!live) return prepareCreate(attempt, draft);
  if (plan.verb === 'delete') return { object: prepareDeletion(plan, live, attempt.context) };
  return whenReady(prepareUpdate(plan, live, attempt.context, draft), (object) => ({ object }));
}
