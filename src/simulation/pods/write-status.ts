import type { Pod } from '../../api/kinds/core-v1.generated.ts';
import type { ApiClient } from '../../client/api-client.ts';
import { conditionPatch } from '../../client/condition-patch.ts';

const PODS = { group: '', version: 'v1', resource: 'pods' };

/** Removes a pod whose containers have ended. */
export async function removePod(client: ApiClient, { metadata }: Pod): Promise<void> {
  const { namespace = '', name = '', uid = '' } = metadata;
  await client.delete({ ...PODS, namespace, name }, { gracePeriodSeconds: 0, preconditions: { uid } });
}

/** Writes what has changed in the status of a pod, and returns the pod as it is stored. */
export function writeStatus(client: ApiClient, before: Pod, after: Pod): Promise<Pod> {
  const { namespace = '', name = '', uid = '' } = after.metadata;
  const patch = { metadata: { uid }, status: statusPatch(before, after) };
  return client.patch<Pod>({ ...PODS, namespace, name, subresource: 'status' }, 'strategic', patch);
}

/** Returns the fields of the status that differ. */
function statusPatch(before: Pod, after: Pod): object {
  const { conditions: previous = [], ...old } = before.status ?? {};
  const { conditions = [], ...fields } = after.status ?? {};
  const changed = Object.entries(fields).filter(([name, value]) => value !== Reflect.get(old, name));
  const set = conditions.filter((condition) => !previous.includes(condition));
  return { ...Object.fromEntries(changed), ...(set.length > 0 ? conditionPatch(previous, set) : {}) };
}
