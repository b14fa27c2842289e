import type { Node } from '../../api/kinds/core-v1.generated.ts';
import type { Controller } from '../controller.ts';
import { Reconciler } from '../reconciler.ts';
import { PodRanges } from './pod-ranges.ts';

/** The addresses of all pods, apart from those of services: enough for 16,384 nodes. */
const CLUSTER_RANGE = '10.128.0.0/10';
const NODE_PREFIX = 24;

/** Gives every node a range of pod addresses of its own. */
export const nodeIpamController: Controller = {
  name: 'node-ipam-controller',
  alias: 'nodeipam',
  eventSource: 'cidrAllocator',
  serviceAccount: 'node-controller',
  run(context) {
    const { client, events, informers, signal } = context;
    const address = { group: '', version: 'v1', resource: 'nodes' };
    const informer = informers.for<Node>(address);
    const ranges = new PodRanges(CLUSTER_RANGE, NODE_PREFIX);
    const occupy = (node: Node): void => ranges.occupy(node.metadata.name ?? '', node.spec?.podCIDRs ?? []);
    const unfollow = informer.subscribe({
      added: occupy,
      updated: occupy,
      deleted: ({ metadata }) => ranges.release(metadata.name ?? ''),
    });
    const reconciler = new Reconciler<Node>({
      ...context,
      name: nodeIpamController.name,
      informer,
      async reconcile(node) {
        const { name = '', uid } = node.metadata;
        if (node.spec?.podCIDR) return undefined;
        const range = ranges.allocate(name);
        if (range === undefined) {
          const subject = { apiVersion: 'v1', kind: 'Node', name, uid: uid ?? '' };
          events.record(subject, 'Normal', 'CIDRNotAvailable', `Node ${name} status is now: CIDRNotAvailable`);
          return {};
        }
        await client.patch({ ...address, name }, 'strategic', { spec: { podCIDR: range, podCIDRs: [range] } });
        return undefined;
      },
    });
    return reconciler.run(signal).finally(unfollow);
  },
};
