import { type ApiObject, asRecord, isRecord } from '../../../api/object.ts';
import type { Attempt } from '../attempt.ts';

/**
 * Fills in the defaults of the served version. Members that a draft shares with the live object already have their
 * defaults.
 */
export function setDefaults({ plan, context, served }: Attempt, draft: ApiObject): undefined {
  if (plan.verb === 'delete' || plan.isComplete) return undefined;
  const { strategy } = plan.resource.behavior;
  const isOnlyStatus = served !== undefined && isShared(asRecord(draft).spec, asRecord(served).spec);
  if (isOnlyStatus) strategy?.subresources?.status?.setDefaults?.(draft, context);
  else strategy?.setDefaults?.(draft, context);
  return undefined;
}

const isShared = (spec: unknown, live: unknown): boolean => isRecord(spec) && Object.isFrozen(spec) && spec === live;
