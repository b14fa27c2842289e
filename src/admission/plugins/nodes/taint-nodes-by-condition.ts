import { kubernetesName } from '../../../api/dialect.ts';
import type { Node } from '../../../api/kinds/core-v1.generated.ts';
import type { AdmissionPluginFactory } from '../../admission-plugin.ts';
import { isRequestFor, operations, resources } from '../../attributes.ts';

const NOT_READY_TAINT = kubernetesName('node.kubernetes.io/not-ready');

/** Taints new nodes as not ready, so that they get no pods before they report readiness. */
export const taintNodesByCondition: AdmissionPluginFactory = ({ dialect }) => ({
  name: 'TaintNodesByCondition',
  handles: operations('CREATE'),
  resources: resources('/nodes'),
  mutate(attributes) {
    if (!isRequestFor(attributes, '', 'nodes')) return;
    const node = attributes.object as Node;
    const notReady = { key: dialect.rename(NOT_READY_TAINT), effect: 'NoSchedule' };
    const taints = node.spec?.taints ?? [];
    if (taints.some(({ key, effect }) => key === notReady.key && effect === notReady.effect)) return;
    node.spec = { ...node.spec, taints: [...taints, notReady] };
  },
});
