import { DEBUG_GROUP, DEBUG_VERSION } from '../../api/debug/access-explanation.ts';
import type { Compaction } from '../../api/debug/compaction.ts';
import type { Clock } from '../../api/environment.ts';
import type { ApiClient } from '../../client/api-client.ts';

const CONFIG_MAPS = { group: '', version: 'v1', resource: 'configmaps' };
const APP = 'watch-lab';

/** Number of ConfigMaps that the lab writes in turn. It is odd, so that each one changes its parity whenever it is written. */
const OBJECTS = 5;

/** Number of writes of a flood. */
export const FLOOD = 200;

/** Drops the history of the cluster, and returns the version up to which it is gone. @throws ApiError */
export async function compactHistory(client: ApiClient): Promise<string> {
  const address = { group: DEBUG_GROUP, version: DEBUG_VERSION, resource: 'compactions' };
  const { status } = await client.create<Partial<Compaction>>(address, {});
  return status?.resourceVersion ?? '';
}

/**
 * Writes ConfigMaps of a namespace in turn, each with the label `parity`, so that selectors have something to match.
 * @param first number of the first write; consecutive calls continue it
 * @throws ApiError
 */
export async function writeObjects(
  client: ApiClient,
  clock: Clock,
  { namespace, first, count }: { readonly namespace: string; readonly first: number; readonly count: number },
): Promise<void> {
  for (let number = first; number < first + count; number++) {
    const name = `${APP}-${(number % OBJECTS) + 1}`;
    const labels = { app: APP, parity: number % 2 === 0 ? 'even' : 'odd' };
    const object = {
      apiVersion: 'v1',
      kind: 'ConfigMap',
      metadata: { name, labels },
      data: { number: String(number), time: String(clock.now()) },
    };
    await client.apply({ ...CONFIG_MAPS, namespace, name }, object, { fieldManager: APP, force: true });
  }
}

/** Deletes the ConfigMaps that the lab has written in a namespace. @throws ApiError */
export async function deleteWrittenObjects(client: ApiClient, namespace: string): Promise<void> {
  const { items } = await client.list({ ...CONFIG_MAPS, namespace }, { labelSelector: `app=${APP}` });
  for (const { metadata } of items) {
    const { name = '', uid = '', managedFields = [] } = metadata;
    const isWritten = managedFields.some(({ manager, operation }) => manager === APP && operation === 'Apply');
    if (isWritten) await client.delete({ ...CONFIG_MAPS, namespace, name }, { preconditions: { uid } });
  }
}
