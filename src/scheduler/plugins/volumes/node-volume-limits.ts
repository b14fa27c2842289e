import type { Pod } from '../../../api/kinds/core-v1.generated.ts';
import type { NodeInfo } from '../../cluster/node-info.ts';
import { type Cluster, type FilterPlugin, rejection } from '../../framework/plugin.ts';
import { claimReferences, storageClassName } from './pod-claims.ts';

const REJECTION = rejection('node(s) exceed max volume count');

/** Rejects nodes to which a CSI driver cannot attach another volume. */
export const nodeVolumeLimits: FilterPlugin = {
  name: 'NodeVolumeLimits',
  prepare({ pod }, cluster) {
    const wanted = attachedVolumes(pod, cluster);
    if (wanted.size === 0) return undefined;
    return { check: (node) => (exceedsLimit(wanted, node, cluster) ? REJECTION : undefined) };
  },
};

/** Returns drivers by the volume that they attach for a pod. A volume that does not exist yet is named by its claim. */
function attachedVolumes(pod: Pod, { volumes, dialect }: Cluster): Map<string, string> {
  const { namespace = '' } = pod.metadata;
  const drivers = new Map<string, string>();
  for (const { name } of claimReferences(pod)) {
    const claim = volumes.claim(namespace, name);
    if (!claim) continue;
    const csi = volumes.volume(claim.spec?.volumeName ?? '')?.spec?.csi;
    const provisioner = volumes.storageClass(storageClassName(claim, dialect))?.provisioner;
    if (csi) drivers.set(`${csi.driver}/${csi.volumeHandle}`, csi.driver);
    else if (!claim.spec?.volumeName && provisioner) drivers.set(`${namespace}/${name}`, provisioner);
  }
  return drivers;
}

function exceedsLimit(wanted: ReadonlyMap<string, string>, node: NodeInfo, cluster: Cluster): boolean {
  const limits = (cluster.volumes.csiNode(node.name)?.spec.drivers ?? []).flatMap(({ name, allocatable }) =>
    allocatable?.count === undefined ? [] : [{ name, count: allocatable.count }],
  );
  if (limits.length === 0) return false;
  const attached = new Map([...node.pods.values()].flatMap(({ pod }) => [...attachedVolumes(pod, cluster)]));
  const added = [...wanted].filter(([volume]) => !attached.has(volume)).map(([, driver]) => driver);
  const present = [...attached.values()];
  const countOf = (drivers: readonly string[], name: string) => drivers.filter((driver) => driver === name).length;
  return limits.some(
    ({ name, count }) => added.includes(name) && countOf(added, name) + countOf(present, name) > count,
  );
}
