import type { Node, Pod } from '../api/kinds/core-v1.generated.ts';
import type { ApiObject } from '../api/object.ts';
import { hasEnded } from '../api/scheduling/has-ended.ts';
import type { Informer } from '../client/informer.ts';
import { objectKey } from '../client/object-key.ts';
import { termMatches } from './cluster/affinity-term.ts';
import { podInfoOf } from './cluster/pod-info.ts';
import type { NominatedPods } from './framework/nominated-pods.ts';
import type { Cluster } from './framework/plugin.ts';
import type { EventResource } from './queue/cluster-event.ts';
import { mightFit } from './queue/node-check.ts';
import { nodeActions } from './queue/node-events.ts';
import type { SchedulingQueue } from './queue/scheduling-queue.ts';
import type { SchedulerInformers } from './scheduler-informers.ts';

/** The scheduler name of the pods that this scheduler handles. */
export const SCHEDULER_NAME = 'default-scheduler';

export interface Followers {
  readonly cluster: Cluster;
  readonly queue: SchedulingQueue;
  readonly nominated: NominatedPods;
}

/** Updates the cache and the queue from the informers. Returns a function that stops this. */
export function followCluster(informers: SchedulerInformers, followers: Followers): () => void {
  const { pods, nodes, claims, volumes, classes, csiNodes, csiDrivers, capacities } = informers;
  const ends = [
    pods.subscribe(podHandlers(followers)),
    nodes.subscribe(nodeHandlers(followers)),
    followOther(claims, 'PersistentVolumeClaim', followers),
    followOther(volumes, 'PersistentVolume', followers),
    followOther(classes, 'StorageClass', followers),
    followOther(csiNodes, 'CSINode', followers),
    followOther(csiDrivers, 'CSIDriver', followers),
    followOther(capacities, 'CSIStorageCapacity', followers),
  ];
  return () => {
    for (const end of ends) end();
  };
}

const isAssigned = ({ spec }: Pod): boolean => Boolean(spec?.nodeName);

function podHandlers({ cluster, queue, nominated }: Followers) {
  const { cache } = cluster;
  /** Requeues pods with affinity to an added or updated pod. */
  const wake = (pod: Pod, action: 'add' | 'update'): void =>
    queue.moveAll({ resource: 'Pod', action }, (waiting) =>
      waiting.requiredAffinity.some((term) => termMatches(term, pod, cluster.namespaceLabels)),
    );
  const remove = (pod: Pod): void => {
    const { uid = '' } = pod.metadata;
    queue.delete(objectKey(pod));
    nominated.delete(uid);
    cache.removePod(uid);
    if (isAssigned(pod)) queue.moveAll({ resource: 'Pod', action: 'delete' });
  };
  const set = (pod: Pod, previous?: Pod): void => {
    const { uid = '' } = pod.metadata;
    if (isAssigned(pod)) {
      const isNew = !previous || !isAssigned(previous);
      if (hasEnded(pod)) {
        if (!previous || !hasEnded(previous)) remove(pod);
        return;
      }
      cache.setPod(pod);
      if (isNew) {
        queue.delete(objectKey(pod));
        nominated.delete(uid);
      }
      wake(pod, isNew ? 'add' : 'update');
      return;
    }
    if (pod.spec?.schedulerName !== SCHEDULER_NAME || hasEnded(pod) || cache.isAssumed(uid)) return;
    const { nominatedNodeName = '' } = pod.status ?? {};
    if (nominatedNodeName || previous?.status?.nominatedNodeName) nominated.set(podInfoOf(pod), nominatedNodeName);
    queue.set(pod);
  };
  return { added: set, updated: set, deleted: remove };
}

function nodeHandlers({ cluster, queue }: Followers) {
  const { cache } = cluster;
  const wake = (node: Node, action: Parameters<SchedulingQueue['moveAll']>[0]['action']): void => {
    const info = cache.node(node.metadata.name ?? '');
    queue.moveAll({ resource: 'Node', action }, (waiting) => info !== undefined && mightFit(waiting, info, cluster));
  };
  return {
    added(node: Node) {
      cache.setNode(node);
      wake(node, 'add');
    },
    updated(node: Node, previous: Node) {
      const actions = nodeActions(previous, node);
      cache.setNode(node);
      for (const action of actions) wake(node, action);
    },
    deleted(node: Node) {
      cache.removeNode(node.metadata.name ?? '');
      queue.moveAll({ resource: 'Node', action: 'delete' });
    },
  };
}

function followOther<T extends ApiObject>(
  informer: Informer<T>,
  resource: EventResource,
  { queue }: Followers,
): () => void {
  return informer.subscribe({
    added: () => queue.moveAll({ resource, action: 'add' }),
    updated: () => queue.moveAll({ resource, action: 'update' }),
  });
}
