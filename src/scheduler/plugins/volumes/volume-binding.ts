import { type FilterPlugin, finalRejection } from '../../framework/plugin.ts';
import { claimReferences, podClaims } from './pod-claims.ts';
import { chooseVolumes } from './volume-choice.ts';

/** Rejects nodes from which the volumes of the pod cannot be reached, or on which its claims get no volumes. */
export const volumeBinding: FilterPlugin = {
  name: 'VolumeBinding',
  prepare({ pod }, cluster) {
    if (claimReferences(pod).length === 0) return undefined;
    const claims = podClaims(pod, cluster);
    if (typeof claims === 'string') return finalRejection(claims);
    if (claims.immediate.length > 0) return finalRejection('pod has unbound immediate PersistentVolumeClaims');
    return {
      check({ node }) {
        const choice = node ? chooseVolumes(claims, node, cluster) : [];
        return 'bindings' in choice ? undefined : finalRejection(...choice);
      },
    };
  },
};
