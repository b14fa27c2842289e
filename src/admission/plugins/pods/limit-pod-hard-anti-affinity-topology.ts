import { HOSTNAME_LABEL } from '../../../api/kubernetes-names.ts';
import type { AdmissionPluginFactory } from '../../admission-plugin.ts';
import { operations, podOf, resources } from '../../attributes.ts';
import { denial } from '../../denial.ts';

/** Denies required anti-affinity with a topology wider than a node. */
export const limitPodHardAntiAffinityTopology: AdmissionPluginFactory = ({ dialect }) => ({
  name: 'LimitPodHardAntiAffinityTopology',
  handles: operations('CREATE', 'UPDATE'),
  resources: resources('/pods'),
  validate(attributes) {
    const hostname = dialect.rename(HOSTNAME_LABEL);
    const terms =
      podOf(attributes)?.spec?.affinity?.podAntiAffinity?.requiredDuringSchedulingIgnoredDuringExecution ?? [];
    const other = terms.find(({ topologyKey }) => topologyKey !== hostname);
    if (other) {
      const has = `affinity.PodAntiAffinity.RequiredDuringScheduling has TopologyKey ${other.topologyKey}`;
      throw denial(attributes, `${has} but only key ${hostname} is allowed`);
    }
  },
});
