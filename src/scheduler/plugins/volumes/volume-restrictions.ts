import type { Pod, Volume } from '../../../api/kinds/core-v1.generated.ts';
import type { NodeInfo } from '../../cluster/node-info.ts';
import type { PodInfo } from '../../cluster/pod-info.ts';
import { type FilterPlugin, finalRejection, type NodeFilter, rejection } from '../../framework/plugin.ts';

const DISK_CONFLICT = rejection('node(s) had no available disk');
const EXCLUSIVE_CLAIM = rejection(
  'node has pod using PersistentVolumeClaim with the same name and ReadWriteOncePod access mode',
);

/** Rejects nodes on which another pod uses an unshareable disk, and all nodes when an exclusive claim is in use. */
export const volumeRestrictions: FilterPlugin = {
  name: 'VolumeRestrictions',
  prepare({ pod }, { volumes, cache }) {
    const namespace = pod.metadata.namespace ?? '';
    const exclusive = new Set<string>();
    for (const { persistentVolumeClaim } of pod.spec?.volumes ?? []) {
      if (!persistentVolumeClaim) continue;
      const { claimName } = persistentVolumeClaim;
      const claim = volumes.claim(namespace, claimName);
      if (!claim) return finalRejection(`persistentvolumeclaim ${JSON.stringify(claimName)} not found`);
      if (claim.spec?.accessModes?.includes('ReadWriteOncePod')) exclusive.add(claimName);
    }
    const disks = disksOf(pod);
    if (disks.length === 0 && exclusive.size === 0) return undefined;
    const filter = new VolumeRestrictionsFilter(namespace, disks, exclusive);
    if (exclusive.size > 0)
      for (const node of cache.nodes) for (const existing of node.pods.values()) filter.update(existing, node, 1);
    return filter;
  },
};

class VolumeRestrictionsFilter implements NodeFilter {
  readonly #namespace: string;
  readonly #disks: readonly Disk[];
  readonly #exclusive: ReadonlySet<string>;
  /** The number of pods that use an exclusive claim of the pod. */
  #users = 0;

  constructor(namespace: string, disks: readonly Disk[], exclusive: ReadonlySet<string>) {
    this.#namespace = namespace;
    this.#disks = disks;
    this.#exclusive = exclusive;
  }

  check({ pods }: NodeInfo) {
    if (this.#disks.length > 0) {
      for (const { pod } of pods.values())
        if (disksOf(pod).some((used) => this.#disks.some((disk) => conflicts(disk, used)))) return DISK_CONFLICT;
    }
    return this.#users > 0 ? EXCLUSIVE_CLAIM : undefined;
  }

  fork(): NodeFilter {
    const copy = new VolumeRestrictionsFilter(this.#namespace, this.#disks, this.#exclusive);
    copy.#users = this.#users;
    return copy;
  }

  update({ pod }: PodInfo, _node: NodeInfo, change: 1 | -1): void {
    if (pod.metadata.namespace !== this.#namespace) return;
    for (const { persistentVolumeClaim } of pod.spec?.volumes ?? [])
      if (persistentVolumeClaim && this.#exclusive.has(persistentVolumeClaim.claimName)) this.#users += change;
  }
}

/** A disk that is attached to a node. */
interface Disk {
  readonly ids: readonly string[];
  /** Whether several pods may share it when all of them only read. */
  readonly isReadOnly: boolean;
}

const disksOf = ({ spec }: Pod): Disk[] => (spec?.volumes ?? []).flatMap((volume) => diskOf(volume) ?? []);

function diskOf({ gcePersistentDisk, awsElasticBlockStore, iscsi, rbd }: Volume): Disk | undefined {
  if (gcePersistentDisk)
    return { ids: [`gce/${gcePersistentDisk.pdName}`], isReadOnly: gcePersistentDisk.readOnly ?? false };
  // An AWS volume can be attached only once, even for reading.
  if (awsElasticBlockStore) return { ids: [`aws/${awsElasticBlockStore.volumeID}`], isReadOnly: false };
  if (iscsi) return { ids: [`iscsi/${iscsi.iqn}`], isReadOnly: iscsi.readOnly ?? false };
  if (!rbd) return undefined;
  const image = `${rbd.pool ?? 'rbd'}/${rbd.image}`;
  return {
    ids: (rbd.monitors ?? []).map((monitor) => `rbd/${monitor}/${image}`),
    isReadOnly: rbd.readOnly ?? false,
  };
}

const conflicts = (a: Disk, b: Disk): boolean =>
  a.ids.some((id) => b.ids.includes(id)) && !(a.isReadOnly && b.isReadOnly);
