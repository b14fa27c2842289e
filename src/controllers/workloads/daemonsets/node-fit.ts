import type { Dialect } from '../../../api/dialect.ts';
import type { DaemonSet } from '../../../api/kinds/apps-v1.generated.ts';
import type { Node } from '../../../api/kinds/core-v1.generated.ts';
import { matchesNodeAffinity } from '../../../api/scheduling/node-affinity.ts';
import { firstUntoleratedTaint, isTolerated } from '../../../api/scheduling/tolerations.ts';
import { daemonTolerations } from './daemon-pods.ts';

/** Whether a node should get a pod of a set, and whether an existing one may stay. */
export interface NodeFit {
  readonly shouldRun: boolean;
  readonly mayStay: boolean;
}

const NEITHER: NodeFit = { shouldRun: false, mayStay: false };

/** Returns how the pods of a set fit nodes. */
export function nodeFitOf(set: DaemonSet, dialect: Dialect): (node: Node) => NodeFit {
  const template = set.spec?.template ?? {};
  const tolerations = daemonTolerations(template, dialect);
  const pod = { apiVersion: 'v1', kind: 'Pod', metadata: {}, spec: template.spec };
  return (node) => {
    const { nodeName } = template.spec ?? {};
    if ((nodeName && nodeName !== node.metadata.name) || !matchesNodeAffinity(pod, node)) return NEITHER;
    const taints = node.spec?.taints ?? [];
    if (!firstUntoleratedTaint(taints, tolerations)) return { shouldRun: true, mayStay: true };
    // A taint that only keeps new pods away does not evict running ones.
    const isEvicted = taints.some((taint) => taint.effect === 'NoExecute' && !isTolerated(taint, tolerations));
    return { shouldRun: false, mayStay: !isEvicted };
  };
}
