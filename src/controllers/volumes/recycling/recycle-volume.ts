import type { PersistentVolume, Pod } from '../../../api/kinds/core-v1.generated.ts';
import { hasEnded } from '../../../api/scheduling/has-ended.ts';
import { ApiError } from '../../../client/api-error.ts';
import type { BinderContext } from '../binder-context.ts';
import { setPhase, unbindVolume } from '../binding-writes.ts';
import { VOLUMES } from '../volume-names.ts';
import { recyclerPodOf } from './recycler-pod.ts';
import { RecyclingError, runRecyclerPod } from './run-recycler-pod.ts';

const NO_RECYCLER = 'No recycler plugin found for the volume!';

/** Empties a released volume and makes it available again, or marks it as failed. Returns whether to retry later. */
export async function recycleVolume({ metadata: { name = '' } }: PersistentVolume, context: BinderContext) {
  const { client, events } = context;
  const volume = await released(name, context);
  if (!volume) return false;
  const users = usersOf(volume, context);
  if (users.length > 0) {
    events.record(volume, 'Normal', 'VolumeFailedRecycle', `Volume is used by pods: ${users.join(',')}`);
    return true;
  }
  const pod = recyclerPodOf(volume, context.flags);
  try {
    if (!pod) throw new RecyclingError(NO_RECYCLER);
    if (!(await runRecyclerPod(pod, volume, context))) return false;
  } catch (error) {
    if (!(error instanceof RecyclingError)) throw error;
    await fail(volume, pod ? `Recycle failed: ${error.message}` : error.message, context);
    return true;
  }
  events.record(volume, 'Normal', 'VolumeRecycled', 'Volume recycled');
  // Its status may have changed in the meantime.
  await unbindVolume(await client.get<PersistentVolume>({ ...VOLUMES, name }), context);
  return false;
}

/** Returns the current volume; undefined when it is deleted, available or bound to its claim again. */
async function released(name: string, { client, claims }: BinderContext): Promise<PersistentVolume | undefined> {
  let volume: PersistentVolume;
  try {
    volume = await client.get<PersistentVolume>({ ...VOLUMES, name });
  } catch (error) {
    if (error instanceof ApiError && error.isNotFound) return undefined;
    throw error;
  }
  const { claimRef } = volume.spec ?? {};
  if (!claimRef?.uid) return undefined;
  const claim = claims.get(`${claimRef.namespace}/${claimRef.name}`);
  if (claim?.metadata.uid !== claimRef.uid) return volume;
  return claim.spec?.volumeName && claim.spec.volumeName !== name ? volume : undefined;
}

/** Returns the pods that still use a volume. If another claim has the name, they use that claim's volume. */
function usersOf({ spec }: PersistentVolume, { claims, podsOf }: BinderContext): string[] {
  const key = `${spec?.claimRef?.namespace}/${spec?.claimRef?.name}`;
  if (claims.get(key)) return [];
  return podsOf(key)
    .filter((pod) => !isTerminated(pod))
    .map(({ metadata }) => `${metadata.namespace}/${metadata.name}`)
    .sort();
}

function isTerminated(pod: Pod): boolean {
  if (hasEnded(pod)) return true;
  const isRunning = pod.status?.containerStatuses?.some(({ state }) => !state?.terminated && !state?.waiting);
  return pod.metadata.deletionTimestamp !== undefined && !isRunning;
}

/** Marks a volume as failed. A volume that already failed is not reported again. */
async function fail(volume: PersistentVolume, message: string, context: BinderContext): Promise<void> {
  if (volume.status?.phase === 'Failed') return;
  const failed = await setPhase(volume, 'Failed', context, message);
  context.events.record(failed, 'Warning', 'VolumeFailedRecycle', message);
}
