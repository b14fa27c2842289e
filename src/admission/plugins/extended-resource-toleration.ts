import type { AdmissionPluginFactory } from '../admission-plugin.ts';
import { isExtendedResource } from '../quota-usage.ts';
import { containersOf, operations, podOf } from '../refusal.ts';

/** A pod that asks for somebody's special resource tolerates the taint that keeps other pods off such nodes. */
export const extendedResourceToleration: AdmissionPluginFactory = ({ dialect }) => ({
  name: 'ExtendedResourceToleration',
  handles: operations('CREATE', 'UPDATE'),
  mutate(attributes) {
    const pod = podOf(attributes);
    if (!pod?.spec) return;
    const asked = containersOf(pod).flatMap(({ container }) => Object.keys(container.resources?.requests ?? {}));
    for (const key of [...new Set(asked)].filter((name) => isExtendedResource(name, dialect)).sort()) {
      const isThere = pod.spec.tolerations?.some(
        (own) => own.key === key && own.operator === 'Exists' && own.effect === 'NoSchedule' && !own.value,
      );
      if (!isThere)
        pod.spec.tolerations = [...(pod.spec.tolerations ?? []), { key, operator: 'Exists', effect: 'NoSchedule' }];
    }
  },
});
