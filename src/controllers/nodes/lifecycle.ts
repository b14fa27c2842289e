import { kubernetesName } from '../../api/dialect.ts';
import { timeText } from '../../api/environment.ts';
import type { Lease } from '../../api/kinds/coordination-v1.generated.ts';
import type { Node, Pod } from '../../api/kinds/core-v1.generated.ts';
import { EventRecorder } from '../../client/events/event-recorder.ts';
import { POD_NODE_INDEX, podNodeIndex } from '../../client/node-pods.ts';
import type { Controller, ControllerContext } from '../controller.ts';
import { Reconciler } from '../reconciler.ts';
import { missingLabels } from './node-labels.ts';
import { NodeMonitor } from './node-monitor.ts';
import { taintsByCondition, writeTaints } from './node-taints.ts';
import { TaintManager } from './taint-manager.ts';

const LEASE_GROUP = kubernetesName('coordination.k8s.io');
const NODES = { group: '', version: 'v1', resource: 'nodes' };

/**
 * Monitors the heartbeats of nodes: marks silent nodes as unknown and their pods as not ready, taints nodes by their
 * conditions, and evicts pods that do not tolerate the taints.
 */
export const nodeLifecycleController: Controller = {
  name: 'node-lifecycle-controller',
  alias: 'nodelifecycle',
  eventSource: 'node-controller',
  serviceAccount: 'node-controller',
  async run(context) {
    const { clock, dialect, informers, signal } = context;
    const nodes = informers.for<Node>(NODES);
    const pods = informers.for<Pod>({ group: '', version: 'v1', resource: 'pods' });
    const leases = informers.for<Lease>({
      group: dialect.rename(LEASE_GROUP),
      version: 'v1',
      resource: 'leases',
      namespace: 'kube-node-lease',
    });
    pods.addIndexers(podNodeIndex);
    const podsOf = (nodeName: string): Pod[] => pods.byIndex(POD_NODE_INDEX, nodeName);
    const events = new EventRecorder({ ...context, component: 'taint-controller' });
    const monitor = new NodeMonitor({ ...context, nodes, leases, podsOf });
    const taintManager = new TaintManager({ ...context, events, nodes, pods, podsOf });
    const reconciler = new Reconciler<Node>({
      ...context,
      name: nodeLifecycleController.name,
      informer: nodes,
      async reconcile(node, client) {
        await reconcileTaintsAndLabels(node, { client, clock, dialect });
        return undefined;
      },
    });
    await Promise.all([reconciler.run(signal), monitor.run(signal), taintManager.run(signal)]);
    await events.close();
  },
};

async function reconcileTaintsAndLabels(
  node: Node,
  { client, clock, dialect }: Pick<ControllerContext, 'client' | 'clock' | 'dialect'>,
): Promise<void> {
  const { name = '' } = node.metadata;
  const taints = taintsByCondition(node, dialect, timeText(clock.now()));
  const labels = missingLabels(node.metadata.labels, dialect);
  if (taints) await writeTaints(node, taints, client);
  if (Object.keys(labels).length > 0) await client.patch({ ...NODES, name }, 'strategic', { metadata: { labels } });
}
