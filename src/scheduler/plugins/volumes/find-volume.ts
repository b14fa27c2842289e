import type { Dialect } from '../../../api/dialect.ts';
import type { Node, PersistentVolume, PersistentVolumeClaim } from '../../../api/kinds/core-v1.generated.ts';
import { STORAGE_CLASS_ANNOTATION } from '../../../api/kubernetes-names.ts';
import { matchesNodeSelector } from '../../../api/scheduling/node-affinity.ts';
import { resourceAmount } from '../../../api/scheduling/resource-amounts.ts';
import { labelSelectorFromObject } from '../../../api/selectors/label-selector.ts';
import type { Cluster } from '../../framework/plugin.ts';
import { storageClassName } from './pod-claims.ts';

/** Reports whether a volume can be reached from a node. */
export const isReachable = ({ spec }: PersistentVolume, node: Node): boolean =>
  !spec?.nodeAffinity?.required || matchesNodeSelector(spec.nodeAffinity.required, node);

/** Returns the smallest free volume that suits a claim and can be reached from a node. */
export function findVolume(
  claim: PersistentVolumeClaim,
  node: Node,
  chosen: ReadonlySet<string>,
  { volumes, dialect }: Cluster,
): PersistentVolume | undefined {
  const wanted = storageOf(claim.spec?.resources?.requests);
  let smallest: PersistentVolume | undefined;
  for (const volume of volumes.volumes()) {
    const name = volume.metadata.name ?? '';
    if (chosen.has(name) || volumes.isTaken(name, claim) || !isReachable(volume, node)) continue;
    if (storageOf(volume.spec?.capacity) < wanted || !suits(volume, claim, dialect)) continue;
    if (volume.spec?.claimRef) return volume;
    if (!smallest || storageOf(volume.spec?.capacity) < storageOf(smallest.spec?.capacity)) smallest = volume;
  }
  return smallest;
}

export const storageOf = (amounts: Readonly<Record<string, string | number>> | undefined): number =>
  resourceAmount('storage', amounts?.storage ?? '0');

/** Reports whether a volume suits a claim, apart from its size and location. */
function suits(volume: PersistentVolume, claim: PersistentVolumeClaim, dialect: Dialect): boolean {
  const { metadata, spec, status } = volume;
  if (metadata.deletionTimestamp) return false;
  if ((spec?.volumeMode ?? 'Filesystem') !== (claim.spec?.volumeMode ?? 'Filesystem')) return false;
  if (classOf(volume, dialect) !== storageClassName(claim, dialect)) return false;
  if (spec?.claimRef) return isReservedFor(volume, claim);
  if (status?.phase !== 'Available') return false;
  const { selector, accessModes = [] } = claim.spec ?? {};
  if (selector && !labelSelectorFromObject(selector).matches(metadata.labels)) return false;
  return accessModes.every((mode) => spec?.accessModes?.includes(mode));
}

const classOf = ({ metadata, spec }: PersistentVolume, dialect: Dialect): string =>
  metadata.annotations?.[dialect.rename(STORAGE_CLASS_ANNOTATION)] ?? spec?.storageClassName ?? '';

/** Reports whether a volume's claim reference names a claim. */
function isReservedFor({ spec }: PersistentVolume, { metadata }: PersistentVolumeClaim): boolean {
  const { namespace, name, uid } = spec?.claimRef ?? {};
  return namespace === metadata.namespace && name === metadata.name && (!uid || uid === metadata.uid);
}
