import { kubernetesName } from '../../../api/dialect.ts';
import { isTolerated } from '../../../api/scheduling/tolerations.ts';
import { type FilterPlugin, finalRejection } from '../../framework/plugin.ts';

const UNSCHEDULABLE_TAINT = kubernetesName('node.kubernetes.io/unschedulable');

const REJECTION = finalRejection('node(s) were unschedulable');

/** Rejects cordoned nodes, unless the pod tolerates the taint that they have or will have. */
export const nodeUnschedulable: FilterPlugin = {
  name: 'NodeUnschedulable',
  prepare({ pod }, { cache, dialect }) {
    if (!cache.hasCordonedNodes) return undefined;
    const taint = { key: dialect.rename(UNSCHEDULABLE_TAINT), effect: 'NoSchedule' };
    if (isTolerated(taint, pod.spec?.tolerations)) return undefined;
    return { check: ({ node }) => (node?.spec?.unschedulable ? REJECTION : undefined) };
  },
};
