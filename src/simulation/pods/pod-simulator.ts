import type { Clock, Random, ReportProblem } from '../../api/environment.ts';
import type { Pod } from '../../api/kinds/core-v1.generated.ts';
import type { ApiClient } from '../../client/api-client.ts';
import { ApiError } from '../../client/api-error.ts';
import { conditionPatch } from '../../client/condition-patch.ts';
import type { EventRecorder } from '../../client/events/event-recorder.ts';
import type { Informer } from '../../client/informer.ts';
import { objectKey } from '../../client/object-key.ts';
import { WorkQueue } from '../../client/work-queue.ts';
import { hostAddressOf, isDown, type SimulatedNodes } from '../nodes/simulated-nodes.ts';
import { chooseStage, delayOf } from '../stages/choose-stage.ts';
import { fillIn } from '../stages/field-path.ts';
import type { PodState, Stage } from '../stages/stage.ts';
import { TimerWheel } from '../timer-wheel.ts';
import { POD_ACTIONS } from './actions.ts';
import { behaviorOf } from './container-behavior.ts';
import { podBackoff, podRuntime } from './exit-containers.ts';
import { podStateOf } from './pod-state.ts';
import { applyTransition, fieldPathOf, type PodEvent } from './transition.ts';

const PODS = { group: '', version: 'v1', resource: 'pods' };
/** Pods that are written concurrently. */
const WORKERS = 64;
/** Stages without a delay that are joined in one write. */
const MOST_JOINED = 8;

export interface PodSimulatorOptions {
  readonly client: ApiClient;
  readonly clock: Clock;
  readonly random: Random;
  readonly reportProblem: ReportProblem;
  readonly events: EventRecorder;
  readonly pods: Informer<Pod>;
  readonly nodes: SimulatedNodes;
  stages(): readonly Stage[];
}

interface Plan {
  readonly uid: string;
  readonly state: PodState;
  readonly stage: Stage;
}

/** The changes of a pod that one write makes. */
interface Outcome {
  pod: Pod;
  readonly events: PodEvent[];
  isDeleted: boolean;
}

/** Plays the kubelets of all simulated nodes: lets pods pass through the stages that match them. */
export class PodSimulator {
  readonly #options: PodSimulatorOptions;
  readonly #wheel: TimerWheel;
  readonly #queue: WorkQueue;
  readonly #plans = new Map<string, Plan>();
  /** Pods as written, until the informer has seen them. */
  readonly #written = new Map<string, Pod>();

  constructor(options: PodSimulatorOptions) {
    this.#options = options;
    this.#wheel = new TimerWheel(options.clock);
    this.#queue = new WorkQueue({
      ...options,
      describe: (key) => `simulation: pod ${key}`,
      work: (key) => this.#work(key),
      isExpected: (error) => error instanceof ApiError,
      workers: WORKERS,
    });
  }

  /** Follows a pod as the server has it. */
  set(pod: Pod): void {
    const key = objectKey(pod);
    const node = this.#options.nodes.get(pod.spec?.nodeName ?? '');
    if (!node) return;
    const written = this.#written.get(key);
    if (written && versionOf(written) > versionOf(pod)) return;
    this.#written.delete(key);
    const podIp = ownAddressOf(pod);
    if (podIp) node.addresses.occupy(pod.metadata.uid ?? '', podIp);
    this.#plan(pod);
  }

  delete(pod: Pod): void {
    const key = objectKey(pod);
    this.#written.delete(key);
    this.#cancel(key);
    const node = this.#options.nodes.get(pod.spec?.nodeName ?? '');
    node?.addresses.release(pod.metadata.uid ?? '', ownAddressOf(pod));
  }

  async close(): Promise<void> {
    this.#wheel.close();
    await this.#queue.close();
  }

  #current(key: string): Pod | undefined {
    return this.#written.get(key) ?? this.#options.pods.get(key);
  }

  #cancel(key: string): void {
    this.#plans.delete(key);
    this.#wheel.cancel(key);
  }

  /** Sets the time of the next stage. A stage that is planned keeps its time. */
  #plan(pod: Pod): void {
    const key = objectKey(pod);
    const node = this.#options.nodes.get(pod.spec?.nodeName ?? '');
    const state = podStateOf(pod);
    const known = this.#plans.get(key);
    if (known?.uid === pod.metadata.uid && known?.state === state) return;
    const stage = node && !isDown(node.node) ? this.#stageOf(pod, state) : undefined;
    if (!stage) {
      this.#cancel(key);
      return;
    }
    this.#plans.set(key, { uid: pod.metadata.uid ?? '', state, stage });
    if (stage.spec.next.delete) this.#announceEnd(pod);
    const delay = this.#delayOf(stage, pod);
    if (delay > 0) this.#wheel.set(key, delay, () => this.#queue.add(key));
    else this.#queue.add(key);
  }

  #stageOf(pod: Pod, state: PodState): Stage | undefined {
    return chooseStage(this.#options.stages(), pod, state, this.#options.random);
  }

  #delayOf({ spec }: Stage, pod: Pod): number {
    const particular = {
      Runtime: () => podRuntime(pod),
      Backoff: () => podBackoff(pod),
      Pull: () => Math.max(0, ...(pod.spec?.containers ?? []).map((container) => behaviorOf(pod, container).pull)),
    };
    return spec.delay ? delayOf(spec.delay, pod, particular, this.#options.random) : 0;
  }

  async #work(key: string): Promise<undefined> {
    const plan = this.#plans.get(key);
    const pod = this.#current(key);
    if (!plan || !pod || pod.metadata.uid !== plan.uid || podStateOf(pod) !== plan.state) {
      this.#plans.delete(key);
      if (pod) this.#plan(pod);
      return undefined;
    }
    const outcome = this.#outcomeOf(pod, plan.stage);
    const written = await this.#write(pod, outcome);
    this.#plans.delete(key);
    if (!written) return undefined;
    for (const event of outcome.events) this.#record(written, event);
    const seen = this.#options.pods.get(key);
    if (!seen || versionOf(seen) < versionOf(written)) this.#written.set(key, written);
    this.#plan(seen && versionOf(seen) > versionOf(written) ? seen : written);
    return undefined;
  }

  /** Applies a stage, and those after it that have no delay. */
  #outcomeOf(pod: Pod, first: Stage): Outcome {
    const outcome: Outcome = { pod, events: [], isDeleted: false };
    let stage: Stage | undefined = first;
    for (let joined = 0; stage && joined < MOST_JOINED; joined++) {
      this.#apply(stage, outcome);
      if (outcome.isDeleted) break;
      const next = this.#stageOf(outcome.pod, podStateOf(outcome.pod));
      stage =
        next !== stage && next && !next.spec.next.delete && this.#delayOf(next, outcome.pod) <= 0 ? next : undefined;
    }
    return outcome;
  }

  #apply({ spec }: Stage, outcome: Outcome): void {
    const { action, status, events = [], delete: isDeletion } = spec.next;
    const { clock, random, nodes } = this.#options;
    const { nodeName = '' } = outcome.pod.spec ?? {};
    if (action) {
      const uid = outcome.pod.metadata.uid ?? '';
      const { pod } = outcome;
      const podIp = (): string => ownAddressOf(pod) || (nodes.get(nodeName)?.addresses.addressOf(uid) ?? '');
      const facts = { now: clock.now(), random, hostIp: hostAddressOf(nodeName), podIp };
      const transition = POD_ACTIONS[action](pod, facts);
      outcome.pod = applyTransition(pod, transition);
      outcome.events.push(...transition.events);
    }
    if (status) {
      const { conditions = [], ...fields } = fillIn(status, outcome.pod) as NonNullable<Pod['status']>;
      outcome.pod = applyTransition(outcome.pod, { status: fields, conditions });
    }
    outcome.events.push(...(fillIn(events, outcome.pod) as PodEvent[]));
    outcome.isDeleted = isDeletion === true;
  }

  /** Returns the pod as written; undefined when it is gone. */
  async #write(before: Pod, { pod, isDeleted }: Outcome): Promise<Pod | undefined> {
    const { client } = this.#options;
    const { namespace = '', name = '', uid = '' } = pod.metadata;
    const address = { ...PODS, namespace, name };
    try {
      if (isDeleted) {
        await client.delete(address, { gracePeriodSeconds: 0, preconditions: { uid } });
        return undefined;
      }
      const patch = { metadata: { uid }, status: statusPatch(before, pod) };
      return await client.patch<Pod>({ ...address, subresource: 'status' }, 'strategic', patch);
    } catch (error) {
      // Deleted, or replaced by another pod of that name.
      if (error instanceof ApiError && (error.isNotFound || error.code === 409)) return undefined;
      throw error;
    }
  }

  /** Tells that the containers of a pod are being stopped. */
  #announceEnd(pod: Pod): void {
    for (const { name, state } of pod.status?.containerStatuses ?? [])
      if (state?.running)
        this.#record(pod, {
          type: 'Normal',
          reason: 'Killing',
          message: `Stopping container ${name}`,
          fieldPath: fieldPathOf(name),
        });
  }

  #record({ metadata, spec }: Pod, { type, reason, message, fieldPath }: PodEvent): void {
    const host = spec?.nodeName ?? '';
    const subject = { apiVersion: 'v1', kind: 'Pod', metadata };
    this.#options.events.record(subject, type, reason, message, { host, ...(fieldPath ? { fieldPath } : {}) });
  }
}

/** The address that a pod has shown, unless it is the one of its node. */
const ownAddressOf = ({ spec, status }: Pod): string | undefined => (spec?.hostNetwork ? undefined : status?.podIP);

const versionOf = ({ metadata }: Pod): number => Number(metadata.resourceVersion ?? 0);

/** Returns the fields of the status that differ. */
function statusPatch(before: Pod, after: Pod): object {
  const { conditions: previous = [], ...old } = before.status ?? {};
  const { conditions = [], ...fields } = after.status ?? {};
  const changed = Object.entries(fields).filter(([name, value]) => value !== Reflect.get(old, name));
  const set = conditions.filter((condition) => !previous.includes(condition));
  return { ...Object.fromEntries(changed), ...(set.length > 0 ? conditionPatch(previous, set) : {}) };
}
