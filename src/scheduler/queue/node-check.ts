import { firstUntoleratedTaint } from '../../api/scheduling/tolerations.ts';
import type { NodeInfo } from '../cluster/node-info.ts';
import type { PodInfo } from '../cluster/pod-info.ts';
import type { Cluster } from '../framework/plugin.ts';
import { nodeAffinity } from '../plugins/nodes/node-affinity.ts';
import { nodeName } from '../plugins/nodes/node-name.ts';
import { nodePorts } from '../plugins/nodes/node-ports.ts';
import { nodeResourcesFit } from '../plugins/resources/node-resources-fit.ts';

const CHECKS = [nodeResourcesFit, nodeAffinity, nodeName, nodePorts];

/** Reports whether a changed node might fit a waiting pod, so that another attempt is worthwhile. */
export function mightFit(info: PodInfo, node: NodeInfo, cluster: Cluster): boolean {
  const keepingOut = node.taints.filter(({ effect }) => effect === 'NoSchedule');
  if (firstUntoleratedTaint(keepingOut, info.pod.spec?.tolerations)) return false;
  return CHECKS.every((plugin) => {
    const filter = plugin.prepare(info, cluster);
    return filter === undefined || ('check' in filter && filter.check(node) === undefined);
  });
}
