import type { Toleration } from '../../../api/kinds/core-v1.generated.ts';
import type { AdmissionPluginFactory } from '../../admission-plugin.ts';
import { containersOf, operations, podOf } from '../../refusal.ts';
import { isExtendedResource } from '../limits/quota-usage.ts';

/** A pod that asks for somebody's special resource tolerates the taint that keeps other pods off such nodes. */
export const extendedResourceToleration: AdmissionPluginFactory = ({ dialect }) => ({
  name: 'ExtendedResourceToleration',
  handles: operations('CREATE', 'UPDATE'),
  mutate(attributes) {
    const pod = podOf(attributes);
    if (!pod?.spec) return;
    const asked = containersOf(pod).flatMap(({ container }) => Object.keys(container.resources?.requests ?? {}));
    for (const key of [...new Set(asked)].filter((name) => isExtendedResource(name, dialect)).sort()) {
      const added = { key, operator: 'Exists', effect: 'NoSchedule' };
      const own = pod.spec.tolerations ?? [];
      // One like it is replaced, so that it is without an end.
      pod.spec.tolerations = own.some((each) => isLike(each, added))
        ? own.map((each) => (isLike(each, added) ? added : each))
        : [...own, added];
    }
  },
});

const isLike = (own: Toleration, added: Toleration): boolean =>
  own.key === added.key && own.operator === added.operator && own.effect === added.effect && !own.value;
