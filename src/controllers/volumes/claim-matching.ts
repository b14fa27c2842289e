import type { Dialect, KubernetesName } from '../../api/dialect.ts';
import type { PersistentVolume, PersistentVolumeClaim } from '../../api/kinds/core-v1.generated.ts';
import { STORAGE_CLASS_ANNOTATION } from '../../api/kubernetes-names.ts';
import type { ApiObject } from '../../api/object.ts';
import { labelSelectorFromObject } from '../../api/selectors/label-selector.ts';
import { compareQuantities, parseQuantity, type Quantity } from '../../api/values/quantity.ts';

export const annotationOf = ({ metadata }: ApiObject, name: KubernetesName, dialect: Dialect): string | undefined =>
  metadata.annotations?.[dialect.rename(name)];

/** Returns the name of the storage class of a claim or volume; empty without one. */
export const classOf = (object: PersistentVolume | PersistentVolumeClaim, dialect: Dialect): string =>
  annotationOf(object, STORAGE_CLASS_ANNOTATION, dialect) ?? object.spec?.storageClassName ?? '';

/** Reports whether a claim specifies a class; an empty name requests none. */
export const hasClass = (claim: PersistentVolumeClaim, dialect: Dialect): boolean =>
  annotationOf(claim, STORAGE_CLASS_ANNOTATION, dialect) !== undefined ||
  (claim.spec?.storageClassName !== undefined && claim.spec.storageClassName !== null);

const sizeOf = (list: Readonly<Record<string, unknown>> | null | undefined): Quantity =>
  parseQuantity(String(list?.storage ?? '0'));
export const capacityOf = ({ spec }: PersistentVolume): Quantity => sizeOf(spec?.capacity);
export const requestOf = ({ spec }: PersistentVolumeClaim): Quantity => sizeOf(spec?.resources?.requests);

/** Reports whether a volume's claim reference names the claim. Without a UID, the volume was reserved by name. */
export function isBoundTo({ spec }: PersistentVolume, { metadata }: PersistentVolumeClaim): boolean {
  const reference = spec?.claimRef;
  if (!reference || reference.name !== metadata.name || reference.namespace !== metadata.namespace) return false;
  return !reference.uid || reference.uid === metadata.uid;
}

export const hasOtherMode = (volume: PersistentVolume, claim: PersistentVolumeClaim): boolean =>
  (volume.spec?.volumeMode ?? 'Filesystem') !== (claim.spec?.volumeMode ?? 'Filesystem');

const offersModes = ({ spec }: PersistentVolume, claim: PersistentVolumeClaim): boolean =>
  (claim.spec?.accessModes ?? []).every((mode) => spec?.accessModes?.includes(mode));

/** Returns why a claim cannot be bound to the volume that it requests; undefined when it can. */
export function mismatchOf(
  volume: PersistentVolume,
  claim: PersistentVolumeClaim,
  dialect: Dialect,
): string | undefined {
  if (volume.metadata.deletionTimestamp)
    return `the volume is marked for deletion ${JSON.stringify(volume.metadata.name)}`;
  if (compareQuantities(capacityOf(volume), requestOf(claim)) < 0) return 'requested PV is too small';
  if (classOf(volume, dialect) !== classOf(claim, dialect)) return 'storageClassName does not match';
  if (hasOtherMode(volume, claim)) return 'incompatible volumeMode';
  return offersModes(volume, claim) ? undefined : 'incompatible accessMode';
}

/**
 * Returns the best volume for a claim: among those with the fewest access modes, one that is reserved for it or the
 * smallest; otherwise among those with more. A claim that waits for its consumer gets only a reserved one.
 */
export function findMatch(
  claim: PersistentVolumeClaim,
  volumes: readonly PersistentVolume[],
  { isDelayed, dialect }: { readonly isDelayed: boolean; readonly dialect: Dialect },
): PersistentVolume | undefined {
  const selector = claim.spec?.selector && labelSelectorFromObject(claim.spec.selector);
  const isFree = (volume: PersistentVolume): boolean =>
    !isDelayed &&
    volume.status?.phase === 'Available' &&
    (!selector || selector.matches(volume.metadata.labels ?? {})) &&
    classOf(volume, dialect) === classOf(claim, dialect);
  const [best] = volumes
    .filter((volume) => isSuitable(volume, claim) && (isBoundTo(volume, claim) || isFree(volume)))
    .sort(
      (a, b) =>
        modeCount(a) - modeCount(b) ||
        Number(isBoundTo(b, claim)) - Number(isBoundTo(a, claim)) ||
        compareQuantities(capacityOf(a), capacityOf(b)) ||
        byName(a, b),
    );
  return best;
}

function isSuitable(volume: PersistentVolume, claim: PersistentVolumeClaim): boolean {
  if (volume.spec?.claimRef && !isBoundTo(volume, claim)) return false;
  const isLargeEnough = compareQuantities(capacityOf(volume), requestOf(claim)) >= 0;
  const isGoing = Boolean(volume.metadata.deletionTimestamp);
  return isLargeEnough && !isGoing && !hasOtherMode(volume, claim) && offersModes(volume, claim);
}

const modeCount = ({ spec }: PersistentVolume): number => spec?.accessModes?.length ?? 0;
const byName = (a: PersistentVolume, b: PersistentVolume): number =>
  (a.metadata.name ?? '') < (b.metadata.name ?? '') ? -1 : 1;
