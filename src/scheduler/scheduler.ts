import { kubernetesName } from '../api/dialect.ts';
import type { ApiObject } from '../api/object.ts';
import { aborted } from '../client/aborted.ts';
import { SeriesEventRecorder } from '../client/events/series-event-recorder.ts';
import type { Informer } from '../client/informer.ts';
import { ClusterCache } from './cluster/cluster-cache.ts';
import { OwnerSelectors } from './cluster/owner-selectors.ts';
import { VolumeObjects } from './cluster/volume-objects.ts';
import { followCluster, SCHEDULER_NAME } from './follow-cluster.ts';
import { NominatedPods } from './framework/nominated-pods.ts';
import type { Cluster } from './framework/plugin.ts';
import { PodWriter } from './pod-writer.ts';
import { SchedulingQueue } from './queue/scheduling-queue.ts';
import type { SchedulerContext } from './scheduler-context.ts';
import { type SchedulerInformers, schedulerInformers } from './scheduler-informers.ts';
import { SchedulingLoop } from './scheduling-loop.ts';
import { VolumeBinder } from './volume-binder.ts';

const EVENTS_GROUP = kubernetesName('events.k8s.io');

/** Assigns nodes to pods that have none, as kube-scheduler does with its default configuration. */
export const scheduler = {
  name: 'kube-scheduler',
  alias: 'scheduler',
  username: 'system:kube-scheduler',
  fieldManager: 'kube-scheduler',
  run: runScheduler,
};

async function runScheduler(context: SchedulerContext): Promise<void> {
  const { client, clock, dialect, signal } = context;
  const followed = schedulerInformers(context);
  const cluster = clusterOf(followed, context);
  const nominated = new NominatedPods();
  const events = new SeriesEventRecorder({
    ...context,
    group: dialect.rename(EVENTS_GROUP),
    controller: SCHEDULER_NAME,
    instance: `${SCHEDULER_NAME}-tabplane`,
  });
  const queue = new SchedulingQueue(clock, () => loop.wake());
  const volumes = new VolumeBinder({ client, clock, cluster, claims: followed.claims, pods: followed.pods, signal });
  const writer = new PodWriter(client, clock, followed.pods);
  const loop = new SchedulingLoop({ ...context, cluster, followed, nominated, events, writer, volumes }, queue);
  const unfollow = followCluster(followed, { cluster, queue, nominated });
  const informers: Pick<Informer<ApiObject>, 'run' | 'whenSynced'>[] = Object.values(followed);
  const runs = informers.map((informer) => informer.run(signal));
  const synced = await Promise.all(informers.map((informer) => informer.whenSynced(signal)));
  if (!synced.includes(false)) loop.start();
  await aborted(signal);
  unfollow();
  queue.close();
  await Promise.all([...runs, loop.whenIdle()]);
  await events.close();
}

function clusterOf(followed: SchedulerInformers, { dialect }: SchedulerContext): Cluster {
  return {
    dialect,
    cache: new ClusterCache((name) => dialect.rename(name)),
    namespaceLabels: (namespace) => followed.namespaces.get(namespace)?.metadata.labels,
    volumes: new VolumeObjects(followed),
    owners: new OwnerSelectors(followed),
  };
}
