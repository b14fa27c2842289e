import type { ObjectReference, PersistentVolume, PersistentVolumeClaim } from '../../api/kinds/core-v1.generated.ts';
import { ApiError } from '../../client/api-error.ts';
import { objectKey } from '../../client/object-key.ts';
import type { BinderContext } from './binder-context.ts';
import { setPhase, unbindVolume } from './binding-writes.ts';
import { annotationOf, hasOtherMode } from './claim-matching.ts';
import { migrateVolume } from './migrated-plugins.ts';
import { reclaim } from './reclaim.ts';
import { CLAIMS, PROVISIONED_BY } from './volume-names.ts';

/** Updates the phase of a volume for its claim, and reclaims a volume whose claim is gone. */
export async function syncVolume(known: PersistentVolume, context: BinderContext): Promise<void> {
  const volume = await migrateVolume(known, context);
  const { claimRef } = volume.spec ?? {};
  // A volume that is reserved by name is bound by the sync of its claim.
  if (!claimRef?.uid) return void (await setPhase(volume, 'Available', context));
  const claim = await findClaim(claimRef, context);
  if (!claim) return release(volume, context);
  const { volumeName } = claim.spec ?? {};
  if (volumeName === volume.metadata.name) return void (await setPhase(volume, 'Bound', context));
  if (volumeName) return leaveClaim(volume, context);
  if (hasOtherMode(volume, claim)) reportOtherMode(volume, claim, context);
  else context.syncClaim(objectKey(claim), volume);
}

/**
 * Returns the claim that a volume names. A claim that the informer does not have yet must not cause the volume's data
 * to be deleted.
 */
async function findClaim(
  { namespace = '', name = '', uid }: ObjectReference,
  { claims, client }: BinderContext,
): Promise<PersistentVolumeClaim | undefined> {
  const known = claims.get(`${namespace}/${name}`);
  if (known?.metadata.uid === uid) return known;
  try {
    const live = await client.get<PersistentVolumeClaim>({ ...CLAIMS, namespace, name });
    return live.metadata.uid === uid ? live : undefined;
  } catch (error) {
    if (error instanceof ApiError && error.isNotFound) return undefined;
    throw error;
  }
}

/** Handles a volume whose claim has another volume. A volume that was provisioned for the claim is then useless. */
async function leaveClaim(volume: PersistentVolume, context: BinderContext): Promise<void> {
  const isProvisioned = annotationOf(volume, PROVISIONED_BY, context.dialect) !== undefined;
  if (isProvisioned && volume.spec?.persistentVolumeReclaimPolicy === 'Delete') await release(volume, context);
  else await unbindVolume(volume, context);
}

async function release(volume: PersistentVolume, context: BinderContext): Promise<void> {
  const isFailed = volume.status?.phase === 'Failed';
  await reclaim(isFailed ? volume : await setPhase(volume, 'Released', context), context);
}

function reportOtherMode(volume: PersistentVolume, claim: PersistentVolumeClaim, { events }: BinderContext): void {
  const [volumeName, claimName] = [volume, claim].map(({ metadata }) => JSON.stringify(metadata.name));
  const toClaim = `Cannot bind PersistentVolume to requested PersistentVolumeClaim ${claimName} due to incompatible volumeMode.`;
  events.record(volume, 'Warning', 'VolumeMismatch', toClaim);
  const toVolume = `Cannot bind PersistentVolume ${volumeName} to requested PersistentVolumeClaim due to incompatible volumeMode.`;
  events.record(claim, 'Warning', 'VolumeMismatch', toVolume);
}
