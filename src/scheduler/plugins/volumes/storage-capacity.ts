import type { Node, PersistentVolumeClaim } from '../../../api/kinds/core-v1.generated.ts';
import type { CSIStorageCapacity, StorageClass } from '../../../api/kinds/storage-v1.generated.ts';
import { labelSelectorFromObject } from '../../../api/selectors/label-selector.ts';
import type { Cluster } from '../../framework/plugin.ts';
import { storageOf } from './find-volume.ts';

/**
 * Reports whether a volume for a claim can be made on a node. Drivers without storage capacity tracking always pass.
 */
export function hasCapacity(
  { spec }: PersistentVolumeClaim,
  storageClass: StorageClass,
  node: Node,
  { volumes }: Cluster,
): boolean {
  if (spec?.resources?.requests?.storage === undefined) return true;
  if (!volumes.csiDriver(storageClass.provisioner)?.spec.storageCapacity) return true;
  const wanted = storageOf(spec.resources.requests);
  return volumes
    .capacities()
    .some(
      (capacity) =>
        capacity.storageClassName === storageClass.metadata.name &&
        largestVolume(capacity) >= wanted &&
        isAccessible(capacity, node),
    );
}

/** Returns the size of the largest volume that can be made, in bytes. */
function largestVolume({ capacity, maximumVolumeSize }: CSIStorageCapacity): number {
  const storage = maximumVolumeSize ?? capacity;
  return storage === undefined ? Number.NEGATIVE_INFINITY : storageOf({ storage });
}

const isAccessible = ({ nodeTopology }: CSIStorageCapacity, { metadata }: Node): boolean =>
  nodeTopology !== undefined && labelSelectorFromObject(nodeTopology).matches(metadata.labels);
