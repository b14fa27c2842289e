import type { PersistentVolume, PersistentVolumeClaim } from '../../api/kinds/core-v1.generated.ts';
import type { CSIDriver, CSINode, CSIStorageCapacity, StorageClass } from '../../api/kinds/storage-v1.generated.ts';
import type { Lister } from '../../client/indexer.ts';
import { objectKey } from '../../client/object-key.ts';

export interface VolumeListers {
  readonly claims: Lister<PersistentVolumeClaim>;
  readonly volumes: Lister<PersistentVolume>;
  readonly classes: Lister<StorageClass>;
  readonly csiNodes: Lister<CSINode>;
  readonly csiDrivers: Lister<CSIDriver>;
  readonly capacities: Lister<CSIStorageCapacity>;
}

/** Claims, volumes and classes, and the scheduler's volume choices that are not written yet. */
export class VolumeObjects {
  readonly #listers: VolumeListers;
  /** Keys of claims by the name of the volume that is reserved for them. */
  readonly #reserved = new Map<string, string>();

  constructor(listers: VolumeListers) {
    this.#listers = listers;
  }

  claim(namespace: string, name: string): PersistentVolumeClaim | undefined {
    return this.#listers.claims.get(`${namespace}/${name}`);
  }
  volume(name: string): PersistentVolume | undefined {
    return this.#listers.volumes.get(name);
  }
  storageClass(name: string): StorageClass | undefined {
    return this.#listers.classes.get(name);
  }
  csiNode(name: string): CSINode | undefined {
    return this.#listers.csiNodes.get(name);
  }
  csiDriver(name: string): CSIDriver | undefined {
    return this.#listers.csiDrivers.get(name);
  }
  /** The free storage that drivers report for nodes. */
  capacities(): readonly CSIStorageCapacity[] {
    return this.#listers.capacities.list();
  }
  /** Volumes sorted by name, so that equal clusters choose equal volumes. */
  volumes(): PersistentVolume[] {
    return this.#listers.volumes.list().sort((a, b) => ((a.metadata.name ?? '') < (b.metadata.name ?? '') ? -1 : 1));
  }

  reserve(volumeName: string, claim: PersistentVolumeClaim): void {
    this.#reserved.set(volumeName, objectKey(claim));
  }
  release(volumeName: string): void {
    this.#reserved.delete(volumeName);
  }

  /** Reports whether a volume is reserved for another claim. */
  isTaken(volumeName: string, claim: PersistentVolumeClaim): boolean {
    const holder = this.#reserved.get(volumeName);
    return holder !== undefined && holder !== objectKey(claim);
  }
}
