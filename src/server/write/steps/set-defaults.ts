import type { ApiObject } from '../../../api/object.ts';
import type { Attempt } from '../attempt.ts';

/** Fills in the defaults of the served version. */
export function setDefaults({ plan, context }: Attempt, draft: ApiObject): void {
  if (plan.verb === 'delete' || plan.isComplete) return;
  plan.resource.behavior.strategy?.setDefaults?.(draft, context);
}
