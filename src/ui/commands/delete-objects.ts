import type { GroupVersionResource } from '../../api/object.ts';
import { ApiError } from '../../client/api-error.ts';
import { mapConcurrently } from '../../client/map-concurrently.ts';
import type { PropagationPolicy } from '../../client/relations/deletion.ts';
import type { Application } from '../application.ts';

export interface ObjectName {
  readonly namespace?: string | undefined;
  readonly name: string;
  readonly uid?: string | undefined;
}

/**
 * Deletes objects and reports the result. The precondition on the UID spares an object that was recreated under the
 * same name.
 */
export async function deleteObjects(
  { client, notifications }: Pick<Application, 'client' | 'notifications'>,
  resource: GroupVersionResource,
  names: readonly ObjectName[],
  propagationPolicy: PropagationPolicy,
): Promise<void> {
  const { notify } = notifications.getState();
  const { group, version, resource: plural } = resource;
  const failures: string[] = [];
  await mapConcurrently(names, async ({ namespace, name, uid }) => {
    const address = { group, version, resource: plural, name, ...(namespace ? { namespace } : {}) };
    const options = { propagationPolicy, ...(uid ? { preconditions: { uid } } : {}) };
    await client.delete(address, options).catch((error: unknown) => {
      // Already deleted by another client.
      if (!(error instanceof ApiError && error.isNotFound))
        failures.push(error instanceof Error ? error.message : name);
    });
  });
  const deleted = names.length - failures.length;
  if (deleted > 0)
    notify('success', deleted === 1 && names[0] ? `Deleted ${names[0].name}` : `Deleted ${deleted} ${plural}`);
  if (failures.length > 0) {
    notify(
      'danger',
      `${failures.length} of ${names.length} ${plural} could not be deleted`,
      failures.slice(0, 5).join('\n'),
    );
  }
}
