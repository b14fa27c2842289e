import type { PersistentVolume, PersistentVolumeClaim } from '../../../api/kinds/core-v1.generated.ts';
import { HOSTNAME_LABEL } from '../../../api/kubernetes-names.ts';
import { type Cluster, type FilterPlugin, finalRejection } from '../../framework/plugin.ts';
import { claimReferences, podClaims } from './pod-claims.ts';
import { chooseVolumes } from './volume-choice.ts';

/** Rejects nodes that cannot reach the pod's volumes or provide volumes for its claims. */
export const volumeBinding: FilterPlugin = {
  name: 'VolumeBinding',
  prepare({ pod }, cluster) {
    if (claimReferences(pod).length === 0) return undefined;
    const claims = podClaims(pod, cluster);
    if (typeof claims === 'string') return finalRejection(claims);
    if (claims.immediate.length > 0) return finalRejection('pod has unbound immediate PersistentVolumeClaims');
    return {
      candidates: namedNodes(claims.bound, cluster),
      check({ node }) {
        const choice = node ? chooseVolumes(claims, node, cluster) : [];
        return 'bindings' in choice ? undefined : finalRejection(...choice);
      },
    };
  },
};

/** Returns the names of the nodes with the local volumes of claims; undefined when no volume names its node. */
function namedNodes(bound: readonly PersistentVolumeClaim[], { volumes, dialect }: Cluster): Set<string> | undefined {
  const hostname = dialect.rename(HOSTNAME_LABEL);
  let names: readonly string[] | undefined;
  for (const { spec } of bound) {
    const volume = volumes.volume(spec?.volumeName ?? '');
    if (!volume) return undefined;
    const hosts = hostsOf(volume, hostname);
    if (hosts.length > 0) names = names?.filter((name) => hosts.includes(name)) ?? hosts;
  }
  return names && new Set(names);
}

/** Returns the hosts that the terms of a volume's node affinity name. */
const hostsOf = ({ spec }: PersistentVolume, hostname: string): string[] =>
  (spec?.nodeAffinity?.required?.nodeSelectorTerms ?? []).flatMap(({ matchExpressions = [] }) => {
    const [first, ...others] = matchExpressions
      .filter(({ key, operator }) => key === hostname && operator === 'In')
      .map(({ values }) => values ?? []);
    return first?.filter((host) => others.every((hosts) => hosts.includes(host))) ?? [];
  });
