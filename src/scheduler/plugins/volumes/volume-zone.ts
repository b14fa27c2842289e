import { kubernetesName } from '../../../api/dialect.ts';
import type { PersistentVolume } from '../../../api/kinds/core-v1.generated.ts';
import { type FilterPlugin, finalRejection } from '../../framework/plugin.ts';
import { claimReferences } from './pod-claims.ts';

const REJECTION = finalRejection('node(s) had no available volume zone');

const TOPOLOGY_LABELS = [
  kubernetesName('failure-domain.beta.kubernetes.io/zone'),
  kubernetesName('failure-domain.beta.kubernetes.io/region'),
  kubernetesName('topology.kubernetes.io/zone'),
  kubernetesName('topology.kubernetes.io/region'),
];

/** Rejects nodes outside the zones and regions that the labels of the pod's volumes name. */
export const volumeZone: FilterPlugin = {
  name: 'VolumeZone',
  prepare({ pod }, { volumes, dialect }) {
    const labels = TOPOLOGY_LABELS.map((label) => dialect.rename(label));
    const required: ReturnType<typeof topologiesOf> = [];
    for (const { name, isEphemeral } of claimReferences(pod)) {
      const { volumeName } = volumes.claim(pod.metadata.namespace ?? '', name)?.spec ?? {};
      // As in the real scheduler, ephemeral claims do not count.
      if (!volumeName || isEphemeral) continue;
      const volume = volumes.volume(volumeName);
      if (!volume) return finalRejection(`persistentvolume ${JSON.stringify(volumeName)} not found`);
      required.push(...topologiesOf(volume, labels));
    }
    if (required.length === 0) return undefined;
    return {
      check: ({ labels: nodeLabels }) =>
        labels.some((label) => nodeLabels[label] !== undefined) &&
        required.some(({ label, values }) => !values.includes(nodeLabels[label] ?? ''))
          ? REJECTION
          : undefined,
    };
  },
};

/** A volume in several zones names all of them in one label: `eu-1__eu-2`. */
const topologiesOf = ({ metadata }: PersistentVolume, labels: readonly string[]) =>
  labels.flatMap((label) => {
    const value = metadata.labels?.[label];
    return value === undefined ? [] : [{ label, values: value.split('__') }];
  });
