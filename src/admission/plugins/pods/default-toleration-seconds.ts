import { kubernetesName } from '../../../api/dialect.ts';
import type { Toleration } from '../../../api/kinds/core-v1.generated.ts';
import type { AdmissionPluginFactory } from '../../admission-plugin.ts';
import { operations, podOf, resources } from '../../attributes.ts';

const STANDARD = { 'not-ready': 300, unreachable: 300 };

/**
 * Adds tolerations that keep a pod for some time on a node that is not ready or unreachable, unless the pod has its
 * own.
 */
export const defaultTolerationSeconds: AdmissionPluginFactory = ({ dialect, tolerationSeconds = STANDARD }) => ({
  name: 'DefaultTolerationSeconds',
  handles: operations('CREATE', 'UPDATE'),
  resources: resources('/pods'),
  mutate(attributes) {
    const spec = podOf(attributes)?.spec;
    if (!spec) return;
    for (const taint of ['not-ready', 'unreachable'] as const) {
      const key = dialect.rename(kubernetesName(`node.kubernetes.io/${taint}`));
      if (spec.tolerations?.some((toleration) => tolerates(toleration, key))) continue;
      const added = { key, operator: 'Exists', effect: 'NoExecute', tolerationSeconds: tolerationSeconds[taint] };
      spec.tolerations = [...(spec.tolerations ?? []), added];
    }
  },
});

const tolerates = ({ key, effect }: Toleration, taint: string): boolean =>
  (!key || key === taint) && (!effect || effect === 'NoExecute');
