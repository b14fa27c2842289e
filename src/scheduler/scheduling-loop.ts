import { stopwatch } from '../api/environment.ts';
import { errorText } from '../api/error-text.ts';
import type { Pod } from '../api/kinds/core-v1.generated.ts';
import { isError } from '../api/realms.ts';
import { ApiError } from '../client/api-error.ts';
import type { SeriesEventRecorder } from '../client/events/series-event-recorder.ts';
import type { NodeInfo } from './cluster/node-info.ts';
import type { PodInfo } from './cluster/pod-info.ts';
import { fitErrorText } from './framework/fit-error.ts';
import type { NominatedPods } from './framework/nominated-pods.ts';
import type { Cluster } from './framework/plugin.ts';
import { PodScheduler, type Unschedulable } from './framework/schedule-pod.ts';
import type { VolumeChoice } from './plugins/volumes/volume-choice.ts';
import type { PodWriter } from './pod-writer.ts';
import { type Preempting, Preemption } from './preemption/preemption.ts';
import type { QueuedPod, SchedulingQueue } from './queue/scheduling-queue.ts';
import type { SchedulerContext } from './scheduler-context.ts';
import type { SchedulerInformers } from './scheduler-informers.ts';
import type { VolumeBinder } from './volume-binder.ts';

/** Maximum number of concurrent bindings. */
const BINDINGS = 100;
/** Milliseconds after which the loop yields to requests. */
const SLICE = 8;
/** Maximum number of characters in the note of an event. */
const LONGEST_NOTE = 1024;

const NO_NODES = 'no nodes available to schedule pods';
const NO_PLUGINS: ReadonlySet<string> = new Set();
/** Removes the nomination of a node. */
const NO_NOMINATION = '';

export interface SchedulingLoopOptions extends SchedulerContext {
  readonly cluster: Cluster;
  readonly followed: SchedulerInformers;
  readonly nominated: NominatedPods;
  readonly events: SeriesEventRecorder;
  readonly writer: PodWriter;
  readonly volumes: VolumeBinder;
}

/** Takes pods from the queue and assigns nodes to them, one after the other; their writes overlap. */
export class SchedulingLoop {
  readonly #options: SchedulingLoopOptions;
  readonly #queue: SchedulingQueue;
  readonly #scheduler: PodScheduler;
  readonly #preemption: Preemption;
  readonly #writes = new Set<Promise<void>>();
  #isRunning = false;
  #isStarted = false;

  constructor(options: SchedulingLoopOptions, queue: SchedulingQueue) {
    this.#options = options;
    this.#queue = queue;
    this.#scheduler = new PodScheduler(options.cluster, options.nominated, options.random);
    this.#preemption = new Preemption({ ...options, queue });
  }

  start(): void {
    this.#isStarted = true;
    this.wake();
  }

  /** Resumes if there are active pods. */
  wake(): void {
    if (this.#isRunning || !this.#isStarted || this.#options.signal.aborted) return;
    this.#isRunning = true;
    // Deferred, so that the informers have delivered everything that arrived with the pod.
    this.#options.clock.after(0, () => this.#runSlice());
  }

  /** Resolves when pending writes have finished. */
  async whenIdle(): Promise<void> {
    while (this.#writes.size > 0) await Promise.all(this.#writes);
  }

  #runSlice(): void {
    const { clock, signal } = this.#options;
    const opening = clock.gate?.opening();
    if (opening) {
      void opening.then(() => this.#runSlice());
      return;
    }
    const end = stopwatch(clock) + SLICE;
    this.#isRunning = false;
    while (!signal.aborted && this.#writes.size < BINDINGS) {
      const entry = this.#queue.pop();
      if (!entry) return;
      this.#scheduleOne(entry);
      if (stopwatch(clock) >= end) break;
    }
    this.wake();
  }

  #scheduleOne(entry: QueuedPod): void {
    const { followed, cluster, events } = this.#options;
    const { info } = entry;
    if (!followed.pods.get(info.key)) return;
    const { deletionTimestamp, namespace, name } = info.pod.metadata;
    if (deletionTimestamp) {
      const note = `skip schedule deleting pod: ${namespace}/${name}`;
      events.record({ ...FAILED, regarding: asPod(info.pod), note });
      return;
    }
    if (cluster.cache.nodes.length === 0) {
      this.#fail(entry, 'Unschedulable', NO_NODES);
      return;
    }
    const result = this.#scheduler.schedule(info);
    if ('node' in result) this.#place(entry, result.node, result.because);
    else if ('problem' in result) this.#fail(entry, 'SchedulerError', result.problem);
    else this.#preemptOrFail(entry, result);
  }

  #place(entry: QueuedPod, node: NodeInfo, because: string): void {
    const { cluster, volumes } = this.#options;
    const choice = volumes.reserve(entry.info, node);
    cluster.cache.assume(entry.info, node.name);
    this.#track(this.#bind(entry, node.name, choice, because));
  }

  async #bind(entry: QueuedPod, nodeName: string, choice: VolumeChoice | undefined, because: string): Promise<void> {
    const { volumes, writer, events } = this.#options;
    const { info } = entry;
    // The pod as it was scheduled: the info follows later updates.
    const { pod } = info;
    try {
      if (choice) await volumes.bind(info, choice, nodeName);
      await writer.bind(info, nodeName, because);
    } catch (error) {
      this.#takeBack(entry, error);
      return;
    } finally {
      if (choice) volumes.release(choice);
    }
    const { namespace, name } = pod.metadata;
    const note = `Successfully assigned ${namespace}/${name} to ${nodeName}`;
    events.record({ regarding: asPod(pod), type: 'Normal', reason: 'Scheduled', action: 'Binding', note });
  }

  #takeBack(entry: QueuedPod, error: unknown): void {
    const { cluster, followed, reportProblem, signal } = this.#options;
    cluster.cache.forget(entry.info);
    if (signal.aborted) return;
    if (!(error instanceof ApiError || isError(error))) reportProblem('binding a pod failed', error);
    this.#queue.moveAll({ resource: 'Pod', action: 'delete' });
    const current = followed.pods.get(entry.info.key);
    if (current?.spec?.nodeName) return;
    if (current) this.#queue.addAfterBackoff(entry);
    const text = errorText(error);
    const message = error instanceof ApiError ? `running Bind plugin "DefaultBinder": ${text}` : text;
    this.#report(entry.info, 'SchedulerError', message, NO_NOMINATION);
  }

  #preemptOrFail(entry: QueuedPod, { diagnosis, filters }: Unschedulable): void {
    const { info } = entry;
    const count = this.#options.cluster.cache.nodes.length;
    const attempt = this.#preemption.attempt(info, diagnosis, filters);
    const message = fitErrorText(count, diagnosis, 'problem' in attempt ? attempt.problem : '');
    this.#queue.addUnschedulable(entry, diagnosis.plugins);
    if ('evict' in attempt) this.#track(this.#preempt(info, attempt, message));
    else this.#report(info, 'Unschedulable', message, attempt.isNominationLost ? NO_NOMINATION : undefined);
  }

  /** Nominates the node immediately, so that no other pod takes the room, and reports it after the evictions. */
  async #preempt(info: PodInfo, { nodeName, evict }: Preempting, message: string): Promise<void> {
    this.#options.nominated.set(info, nodeName);
    try {
      await evict();
    } finally {
      this.#tell(info, 'Unschedulable', message, nodeName);
    }
  }

  /** Reports a failure that no filter explains: any change may help. */
  #fail(entry: QueuedPod, reason: string, message: string): void {
    this.#queue.addUnschedulable(entry, NO_PLUGINS);
    this.#report(entry.info, reason, message, NO_NOMINATION);
  }

  #report(info: PodInfo, reason: string, message: string, nominatedNodeName?: string): void {
    if (nominatedNodeName !== undefined) this.#options.nominated.set(info, nominatedNodeName);
    this.#tell(info, reason, message, nominatedNodeName);
  }

  #tell(info: PodInfo, reason: string, message: string, nominatedNodeName: string | undefined): void {
    const { events, writer } = this.#options;
    events.record({ ...FAILED, regarding: asPod(info.pod), note: shortened(message) });
    this.#track(writer.reportFailure(info, reason, message, nominatedNodeName));
  }

  /** Tracks a write until it finishes. Resumes the loop if the maximum number of writes had stopped it. */
  #track(write: Promise<void>): void {
    const { reportProblem, signal, clock } = this.#options;
    clock.gate?.begin();
    const tracked = write
      .catch((error: unknown) => {
        // The pod was deleted or changed; its next event leads to another attempt.
        if (!signal.aborted && !(error instanceof ApiError)) reportProblem('a write of the scheduler failed', error);
      })
      .then(() => {
        const wasFull = this.#writes.size >= BINDINGS;
        this.#writes.delete(tracked);
        clock.gate?.end();
        if (wasFull) this.wake();
      });
    this.#writes.add(tracked);
  }
}

const FAILED = { type: 'Warning', reason: 'FailedScheduling', action: 'Scheduling' } as const;

/** Items of lists have no kind. */
export const asPod = (pod: Pod): Pod => ({ ...pod, apiVersion: 'v1', kind: 'Pod' });

const shortened = (text: string): string =>
  text.length <= LONGEST_NOTE ? text : `${text.slice(0, LONGEST_NOTE - 4)} ...`;
