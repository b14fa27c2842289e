import type { Dialect, KubernetesName } from '../../api/dialect.ts';
import type { PersistentVolume, PersistentVolumeClaim } from '../../api/kinds/core-v1.generated.ts';
import { BOUND_BY_CONTROLLER_ANNOTATION } from '../../api/kubernetes-names.ts';
import { isEqualJson } from '../../api/memory/equal-json.ts';
import type { ApiObject } from '../../api/object.ts';
import { referenceTo } from '../../client/events/object-reference.ts';
import type { BinderContext } from './binder-context.ts';
import { annotationOf, isBoundTo } from './claim-matching.ts';
import { BIND_COMPLETED, CLAIMS, VOLUMES } from './volume-names.ts';

const withAnnotation = <T extends ApiObject>(object: T, name: KubernetesName, dialect: Dialect, value = 'yes'): T => ({
  ...object,
  metadata: { ...object.metadata, annotations: { ...object.metadata.annotations, [dialect.rename(name)]: value } },
});

export async function updateClaim(claim: PersistentVolumeClaim, { client, claims }: BinderContext, subresource = '') {
  const { namespace = '', name = '' } = claim.metadata;
  return claims.add(await client.update({ ...CLAIMS, namespace, name, subresource }, claim));
}

export async function updateVolume(volume: PersistentVolume, { client, volumes }: BinderContext, subresource = '') {
  return volumes.add(await client.update({ ...VOLUMES, name: volume.metadata.name ?? '', subresource }, volume));
}

/** Binds a volume and a claim to each other in four steps. Completed steps are skipped. */
export async function bind(
  volume: PersistentVolume,
  claim: PersistentVolumeClaim,
  context: BinderContext,
): Promise<void> {
  const bound = await setPhase(await bindVolume(volume, claim, context), 'Bound', context);
  await setClaimStatus(await bindClaim(claim, bound, context), 'Bound', bound, context);
}

async function bindVolume(volume: PersistentVolume, claim: PersistentVolumeClaim, context: BinderContext) {
  const isReserved = isBoundTo(volume, claim);
  const isComplete = isReserved && volume.spec?.claimRef?.uid === claim.metadata.uid;
  if (isComplete) return volume;
  const claimed = { ...volume, spec: { ...volume.spec, claimRef: referenceTo(claim) } };
  const { dialect } = context;
  return updateVolume(isReserved ? claimed : withAnnotation(claimed, BOUND_BY_CONTROLLER_ANNOTATION, dialect), context);
}

async function bindClaim(claim: PersistentVolumeClaim, volume: PersistentVolume, context: BinderContext) {
  const { dialect } = context;
  const volumeName = volume.metadata.name;
  const isBound = claim.spec?.volumeName === volumeName;
  if (isBound && annotationOf(claim, BIND_COMPLETED, dialect) !== undefined) return claim;
  const named = isBound
    ? claim
    : withAnnotation({ ...claim, spec: { ...claim.spec, volumeName } }, BOUND_BY_CONTROLLER_ANNOTATION, dialect);
  return updateClaim(withAnnotation(named, BIND_COMPLETED, dialect), context);
}

/** Sets the phase of a claim, and the values that it takes from its volume. Returns whether the phase changed. */
export async function setClaimStatus(
  claim: PersistentVolumeClaim,
  phase: 'Pending' | 'Bound' | 'Lost',
  volume: PersistentVolume | undefined,
  context: BinderContext,
): Promise<boolean> {
  const { status = {} } = claim;
  const isNew = status.phase !== phase;
  const { accessModes: _, capacity: live, ...others } = status;
  // The capacity of a bound claim may differ on purpose: its file system has not been expanded yet.
  const capacity = isNew && volume ? volume.spec?.capacity : volume && live;
  const accessModes = volume?.spec?.accessModes;
  const next = { ...others, phase, ...(accessModes ? { accessModes } : {}), ...(capacity ? { capacity } : {}) };
  const isSame = isEqualJson([status.accessModes, status.capacity], [accessModes, capacity]);
  if (isNew || !isSame) await updateClaim({ ...claim, status: next }, context, 'status');
  return isNew;
}

/** Marks a claim as permanently lost, and reports the reason once. */
export async function loseClaim(
  claim: PersistentVolumeClaim,
  reason: string,
  message: string,
  context: BinderContext,
): Promise<void> {
  const isNew = await setClaimStatus(claim, 'Lost', undefined, context);
  if (isNew) context.events.record(claim, 'Warning', reason, message);
}

type VolumePhase = 'Available' | 'Bound' | 'Released' | 'Failed';

/** Sets the phase of a volume. Returns the resulting volume. */
export async function setPhase(
  volume: PersistentVolume,
  phase: VolumePhase,
  context: BinderContext,
  message?: string,
): Promise<PersistentVolume> {
  if (volume.status?.phase === phase) return volume;
  const { message: _, ...others } = volume.status ?? {};
  return updateVolume({ ...volume, status: { ...others, phase, ...(message ? { message } : {}) } }, context, 'status');
}

/** Removes a volume's binding to its claim. A volume that a user has reserved by name stays reserved. */
export async function unbindVolume(volume: PersistentVolume, context: BinderContext): Promise<void> {
  const annotation = context.dialect.rename(BOUND_BY_CONTROLLER_ANNOTATION);
  const { [annotation]: byController, ...annotations } = volume.metadata.annotations ?? {};
  const { claimRef, ...spec } = volume.spec ?? {};
  const { uid: _, ...reference } = claimRef ?? {};
  const metadata = { ...volume.metadata, annotations };
  const freed =
    byController === undefined ? { ...volume, spec: { ...spec, claimRef: reference } } : { ...volume, metadata, spec };
  await setPhase(await updateVolume(freed, context), 'Available', context);
}
