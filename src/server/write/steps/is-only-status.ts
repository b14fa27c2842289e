import { type ApiObject, asRecord, isRecord } from '../../../api/object.ts';
import type { ChangePlan } from '../write-plan.ts';

/** Reports whether a proposal is a write of the status that reuses the live object's metadata and spec by reference. */
export function isOnlyStatus(
  { subresource, resource }: Pick<ChangePlan, 'subresource' | 'resource'>,
  proposal: ApiObject,
  live: ApiObject,
): boolean {
  if (subresource !== 'status' || resource.isCustom) return false;
  const { spec } = asRecord(live);
  return isRecord(spec) && asRecord(proposal).spec === spec && proposal.metadata === live.metadata;
}
