import { timeText } from '../../api/environment.ts';
import type { Node, Pod } from '../../api/kinds/core-v1.generated.ts';
import { hasEnded } from '../../api/scheduling/has-ended.ts';
import { aborted } from '../../client/aborted.ts';
import { ApiError } from '../../client/api-error.ts';
import { causedBy } from '../../client/loop-client.ts';
import { POD_NODE_INDEX, podNodeIndex } from '../../client/node-pods.ts';
import { objectKey } from '../../client/object-key.ts';
import { WorkQueue } from '../../client/work-queue.ts';
import type { Controller, ControllerContext } from '../controller.ts';
import { Reconciler } from '../reconciler.ts';
import { PODS } from '../workloads/pods/pod-control.ts';
import { type Garbage, garbageOf, isOutOfService, OUT_OF_SERVICE, surplusTerminated } from './pod-garbage.ts';

const NODES = { group: '', version: 'v1', resource: 'nodes' };

const TERMINATED = 'pod-garbage-collector/terminated';
const ENDED = 'ended';
const indexes = {
  ...podNodeIndex,
  [TERMINATED]: (pod: Pod): string | undefined => (hasEnded(pod) ? ENDED : undefined),
};

/** Deletes pods that no other component deletes: of missing nodes, deleted without a node, or long finished. */
export const podGarbageCollector: Controller = {
  name: 'pod-garbage-collector-controller',
  alias: 'podgc',
  serviceAccount: 'pod-garbage-collector',
  async run(context) {
    const { informers, clock, dialect, signal } = context;
    const pods = informers.for<Pod>(PODS);
    const nodes = informers.for<Node>(NODES);
    pods.addIndexers(indexes);
    const outOfService = dialect.rename(OUT_OF_SERVICE);
    /** When pods became garbage, by UID. */
    const seen = new Map<string, number>();
    const isLost = (node: string | undefined): boolean => Boolean(node && !nodes.get(node));
    const reconciler = new Reconciler<Pod>({
      ...context,
      name: podGarbageCollector.name,
      informer: pods,
      selects: ({ metadata, spec }) => metadata.deletionTimestamp !== undefined || isLost(spec?.nodeName),
      async reconcile(pod, client) {
        const { uid = '' } = pod.metadata;
        const now = clock.now();
        const since = seen.get(uid) ?? now;
        const garbage = garbageOf({ pod, node: nodes.get(pod.spec?.nodeName ?? ''), since, outOfService });
        if (!garbage) {
          seen.delete(uid);
          return undefined;
        }
        seen.set(uid, since);
        if (garbage.at > now) return { after: garbage.at - now };
        await remove(pod, garbage, { client, clock });
        return undefined;
      },
    });
    const podsOf = ({ metadata }: Node) => pods.byIndex(POD_NODE_INDEX, metadata.name ?? '').map(objectKey);
    reconciler.watch(nodes, podsOf, {
      affects: (node, previous) => isOutOfService(node, outOfService) !== isOutOfService(previous, outOfService),
    });
    const unsubscribe = pods.subscribe({ deleted: ({ metadata }) => seen.delete(metadata.uid ?? '') });
    await Promise.all([reconciler.run(signal), collectTerminated(context)]);
    unsubscribe();
  },
};

/** Deletes the oldest finished pods when there are too many. */
async function collectTerminated(context: ControllerContext): Promise<void> {
  const pods = context.informers.for<Pod>(PODS);
  const threshold = context.flags['terminated-pod-gc-threshold'];
  if (threshold <= 0) return;
  const counted = new Set<string>();
  const queue = new WorkQueue({
    ...context,
    describe: () => `${podGarbageCollector.name}: removing ended pods`,
    isExpected: (error) => error instanceof ApiError,
    async work(_key, reasons) {
      const client = causedBy(context.client, { component: podGarbageCollector.name, reasons });
      for (const pod of surplusTerminated(pods.byIndex(TERMINATED, ENDED), threshold)) {
        await remove(pod, {}, { client, clock: context.clock });
      }
      return undefined;
    },
  });
  const count = (pod: Pod): void => {
    if (!hasEnded(pod)) return;
    counted.add(objectKey(pod));
    if (counted.size > threshold) queue.add(ENDED, pods.reasonOf(pod));
  };
  const unsubscribe = pods.subscribe({
    added: count,
    updated: count,
    deleted: (pod) => counted.delete(objectKey(pod)),
  });
  await aborted(context.signal);
  unsubscribe();
  await queue.close();
}

/** Marks a pod as failed unless it has ended, and deletes it immediately. */
async function remove(
  pod: Pod,
  { condition }: Pick<Garbage, 'condition'>,
  { client, clock }: Pick<ControllerContext, 'client' | 'clock'>,
): Promise<void> {
  const { namespace = '', name = '', uid = '' } = pod.metadata;
  const address = { ...PODS, namespace, name };
  const lastTransitionTime = timeText(clock.now());
  const conditions = condition ? [{ ...condition, lastProbeTime: null, lastTransitionTime }] : undefined;
  try {
    if (!hasEnded(pod)) {
      const status = { phase: 'Failed', ...(conditions ? { conditions } : {}) };
      await client.patch({ ...address, subresource: 'status' }, 'strategic', { metadata: { uid }, status });
    }
    await client.delete(address, { gracePeriodSeconds: 0 });
  } catch (error) {
    if (!(error instanceof ApiError && error.isNotFound)) throw error;
  }
}
