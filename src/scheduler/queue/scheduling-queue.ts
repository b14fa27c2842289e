import { writeJson } from '../../api/encoding/exact-json.ts';
import type { Clock } from '../../api/environment.ts';
import type { Pod } from '../../api/kinds/core-v1.generated.ts';
import { objectKey } from '../../client/object-key.ts';
import { type PodInfo, podInfoOf } from '../cluster/pod-info.ts';
import { type ClusterEvent, mayHelp } from './cluster-event.ts';
import { Heap } from './heap.ts';

/** Milliseconds. */
const INITIAL_BACKOFF = 1000;
const MAXIMUM_BACKOFF = 10_000;
/** Milliseconds after which an unschedulable pod is retried even if nothing has changed. */
const LONGEST_WAIT = 300_000;

/** A pod in the queue. */
export interface QueuedPod {
  info: PodInfo;
  attempts: number;
  /** When the pod was queued, or last found unschedulable, in milliseconds. */
  since: number;
  /** The filters that rejected nodes in the last attempt. */
  plugins: ReadonlySet<string>;
}

const keyOf = ({ info }: QueuedPod): string => info.key;

const isGated = ({ spec }: Pod): boolean => (spec?.schedulingGates ?? []).length > 0;

/** Returns when the pod may be retried. The backoff doubles with each attempt. */
const backoffEnd = ({ since, attempts }: QueuedPod): number =>
  since + (attempts === 0 ? 0 : Math.min(INITIAL_BACKOFF * 2 ** (attempts - 1), MAXIMUM_BACKOFF));

/**
 * The queue of unscheduled pods, like the real scheduler's: active pods by priority and time, pods in backoff, and
 * unschedulable pods, which changes of the cluster make active.
 */
export class SchedulingQueue {
  readonly #clock: Clock;
  readonly #onActive: () => void;
  readonly #active = new Heap(keyOf, isMoreUrgent);
  readonly #backingOff = new Heap(keyOf, (a, b) => backoffEnd(a) < backoffEnd(b));
  readonly #unschedulable = new Map<string, QueuedPod>();
  /** Keys of pods that may not be scheduled yet. */
  readonly #gated = new Set<string>();
  #timer: { readonly at: number; readonly cancel: () => void } | undefined;

  /** @param onActive called when a pod becomes active */
  constructor(clock: Clock, onActive: () => void) {
    this.#clock = clock;
    this.#onActive = onActive;
  }

  /** Adds or replaces a pod without a node. Gated pods, and unschedulable pods with an unchanged spec, keep waiting. */
  set(pod: Pod): void {
    const key = objectKey(pod);
    if (isGated(pod)) {
      this.#gated.add(key);
      return;
    }
    const info = podInfoOf(pod);
    const queued = this.#active.get(key) ?? this.#backingOff.get(key);
    if (queued) {
      this.#replace(queued, info);
      return;
    }
    const waiting = this.#unschedulable.get(key);
    const isSame = waiting !== undefined && !isSpecUpdate(waiting.info.pod, pod);
    const entry = waiting ?? { info, attempts: 0, since: this.#clock.now(), plugins: new Set<string>() };
    entry.info = info;
    this.#gated.delete(key);
    if (!isSame) this.#move(entry);
  }

  delete(key: string): void {
    this.#active.delete(key);
    this.#backingOff.delete(key);
    this.#unschedulable.delete(key);
    this.#gated.delete(key);
  }

  /** Takes the most urgent pod. */
  pop(): QueuedPod | undefined {
    const entry = this.#active.pop();
    if (entry) entry.attempts += 1;
    return entry;
  }

  /** Puts back a pod that could not be scheduled. */
  addUnschedulable(entry: QueuedPod, plugins: ReadonlySet<string>): void {
    entry.since = this.#clock.now();
    entry.plugins = plugins;
    this.#unschedulable.set(entry.info.key, entry);
    this.#arm();
  }

  /** Puts back a pod whose attempt failed for a possibly temporary reason. */
  addAfterBackoff(entry: QueuedPod): void {
    entry.since = this.#clock.now();
    this.#move(entry);
  }

  /** Activates unschedulable pods that a change may help, after their backoff. */
  moveAll(event: ClusterEvent, canHelp: (info: PodInfo) => boolean = () => true): void {
    if (this.#unschedulable.size === 0) return;
    for (const entry of [...this.#unschedulable.values()])
      if (mayHelp(entry.plugins, event) && canHelp(entry.info)) this.#move(entry);
  }

  /** Activates a waiting pod, such as one that lost its nomination. */
  activate(key: string): void {
    const entry = this.#unschedulable.get(key) ?? this.#backingOff.get(key);
    if (entry) this.#activate(entry);
  }

  close(): void {
    this.#timer?.cancel();
  }

  #replace(entry: QueuedPod, info: PodInfo): void {
    entry.info = info;
    if (this.#active.get(info.key)) this.#active.set(entry);
  }

  #move(entry: QueuedPod): void {
    if (backoffEnd(entry) <= this.#clock.now()) {
      this.#activate(entry);
      return;
    }
    this.#unschedulable.delete(entry.info.key);
    this.#backingOff.set(entry);
    this.#arm();
  }

  #activate(entry: QueuedPod): void {
    this.delete(entry.info.key);
    this.#active.set(entry);
    this.#onActive();
  }

  /** Sets the only timer: for the first pod that must be moved. */
  #arm(): void {
    const first = this.#backingOff.peek();
    // Maps keep insertion order, and pods are inserted when they are found unschedulable.
    const [oldest] = this.#unschedulable.values();
    const at = Math.min(first ? backoffEnd(first) : Infinity, oldest ? oldest.since + LONGEST_WAIT : Infinity);
    if (at === Infinity || (this.#timer && this.#timer.at <= at)) return;
    this.#timer?.cancel();
    const cancel = this.#clock.after(Math.max(at - this.#clock.now(), 0), () => this.#flush());
    this.#timer = { at, cancel };
  }

  #flush(): void {
    this.#timer = undefined;
    const now = this.#clock.now();
    for (let first = this.#backingOff.peek(); first && backoffEnd(first) <= now; first = this.#backingOff.peek())
      this.#activate(first);
    for (const entry of [...this.#unschedulable.values()]) if (entry.since + LONGEST_WAIT <= now) this.#activate(entry);
    this.#arm();
  }
}

/** Higher priority first, then the pod that waits longer. */
function isMoreUrgent(a: QueuedPod, b: QueuedPod): boolean {
  if (a.info.priority !== b.info.priority) return a.info.priority > b.info.priority;
  return a.since === b.since ? a.info.key < b.info.key : a.since < b.since;
}

/** Reports whether pods differ in more than their status, versions and managed fields. */
const isSpecUpdate = (before: Pod, after: Pod): boolean => essence(before) !== essence(after);

function essence({ metadata, spec }: Pod): string {
  const { resourceVersion: _version, generation: _generation, managedFields: _fields, ...rest } = metadata;
  return writeJson([rest, spec]);
}
