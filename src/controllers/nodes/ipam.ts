import { kubernetesName } from '../../api/dialect.ts';
import type { Node } from '../../api/kinds/core-v1.generated.ts';
import type { ClusterCIDR } from '../../api/kinds/networking-v1alpha1.generated.ts';
import { aborted } from '../../client/aborted.ts';
import type { ApiClient } from '../../client/api-client.ts';
import { ApiError } from '../../client/api-error.ts';
import type { Controller } from '../controller.ts';
import { Reconciler } from '../reconciler.ts';
import { rangesFromClusterCidrs } from './cluster-cidrs.ts';
import { podRangesOf } from './pod-ranges.ts';

const NETWORKING_GROUP = kubernetesName('networking.k8s.io');

/**
 * Assigns every node a separate range of pod addresses: from a ClusterCIDR that selects it where they are served,
 * otherwise from the cluster's range.
 */
export const nodeIpamController: Controller = {
  name: 'node-ipam-controller',
  alias: 'nodeipam',
  eventSource: 'cidrAllocator',
  serviceAccount: 'node-controller',
  run(context) {
    const { watcher, dialect, events, flags, informers, signal } = context;
    if (!flags['allocate-node-cidrs']) return aborted(signal);
    const address = { group: '', version: 'v1', resource: 'nodes' };
    const informer = informers.for<Node>(address);
    const ranges = podRangesOf(flags);
    /** Ranges by node, including those that were assigned just now. */
    const given = new Map<string, readonly string[]>();
    const occupy = ({ metadata: { name = '' }, spec }: Node): void => {
      for (const each of ranges) each.occupy(name, spec?.podCIDRs ?? []);
      if (spec?.podCIDRs) given.set(name, spec.podCIDRs);
    };
    const release = ({ metadata: { name = '' } }: Node): void => {
      for (const each of ranges) each.release(name);
      given.delete(name);
    };
    const allocate = async (node: Node): Promise<readonly string[] | undefined> => {
      const { name = '' } = node.metadata;
      const clusterCidrs = await readClusterCidrs(watcher, dialect.rename(NETWORKING_GROUP));
      const found =
        clusterCidrs.length > 0
          ? rangesFromClusterCidrs(node, clusterCidrs, new Set([...given.values()].flat()))
          : undefined;
      const all = found ?? fromAll(ranges.map((each) => each.allocate(name)));
      if (all) given.set(name, all);
      return all;
    };
    const unfollow = informer.subscribe({
      added: occupy,
      updated: (node, previous) => (node.spec === previous.spec ? undefined : occupy(node)),
      deleted: release,
    });
    const reconciler = new Reconciler<Node>({
      ...context,
      name: nodeIpamController.name,
      informer,
      async reconcile(node, client) {
        const { name = '', uid } = node.metadata;
        if (node.spec?.podCIDR) return undefined;
        const podCIDRs = await allocate(node);
        if (!podCIDRs) {
          const subject = { apiVersion: 'v1', kind: 'Node', name, uid: uid ?? '' };
          events.record(subject, 'Normal', 'CIDRNotAvailable', `Node ${name} status is now: CIDRNotAvailable`);
          return {};
        }
        await client.patch({ ...address, name }, 'strategic', { spec: { podCIDR: podCIDRs[0], podCIDRs } });
        return undefined;
      },
    });
    return reconciler.run(signal).finally(unfollow);
  },
};

/** Returns all ranges, or undefined when one is missing: a node gets a range of each family, or none. */
const fromAll = (texts: readonly (string | undefined)[]): readonly string[] | undefined =>
  texts.every((text) => text !== undefined) ? texts : undefined;

/** Reads ClusterCIDRs. Their version is an alpha version, which servers serve only on request. */
async function readClusterCidrs(client: ApiClient, group: string): Promise<readonly ClusterCIDR[]> {
  try {
    return (await client.list<ClusterCIDR>({ group, version: 'v1alpha1', resource: 'clustercidrs' })).items;
  } catch (error) {
    if (error instanceof ApiError && error.isNotFound) return [];
    throw error;
  }
}
