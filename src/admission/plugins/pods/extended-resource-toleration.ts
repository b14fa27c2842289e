import type { Toleration } from '../../../api/kinds/core-v1.generated.ts';
import { isExtendedResource } from '../../../api/quota/quota-usage.ts';
import type { AdmissionPluginFactory } from '../../admission-plugin.ts';
import { containersOf, operations, podOf, resources } from '../../attributes.ts';

/**
 * Adds a toleration for each extended resource that a pod requests: nodes with such resources are tainted to keep other
 * pods off.
 */
export const extendedResourceToleration: AdmissionPluginFactory = ({ dialect }) => ({
  name: 'ExtendedResourceToleration',
  handles: operations('CREATE', 'UPDATE'),
  resources: resources('/pods'),
  mutate(attributes) {
    const pod = podOf(attributes);
    if (!pod?.spec) return;
    const requested = containersOf(pod).flatMap(({ container }) => Object.keys(container.resources?.requests ?? {}));
    for (const key of [...new Set(requested)].filter((name) => isExtendedResource(name, dialect)).sort()) {
      const added = { key, operator: 'Exists', effect: 'NoSchedule' };
      const own = pod.spec.tolerations ?? [];
      // A matching toleration is replaced, because it may have tolerationSeconds.
      pod.spec.tolerations = own.some((each) => isLike(each, added))
        ? own.map((each) => (isLike(each, added) ? added : each))
        : [...own, added];
    }
  },
});

const isLike = (own: Toleration, added: Toleration): boolean =>
  own.key === added.key && own.operator === added.operator && own.effect === added.effect && !own.value;
