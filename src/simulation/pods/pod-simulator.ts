import type { Clock, Random, ReportProblem } from '../../api/environment.ts';
import type { Container, LifecycleHandler, Pod } from '../../api/kinds/core-v1.generated.ts';
import { hasEnded } from '../../api/scheduling/has-ended.ts';
import type { ApiClient } from '../../client/api-client.ts';
import { ApiError } from '../../client/api-error.ts';
import type { EventRecorder } from '../../client/events/event-recorder.ts';
import type { Informer } from '../../client/informer.ts';
import { causedBy } from '../../client/loop-client.ts';
import { POD_NODE_INDEX } from '../../client/node-pods.ts';
import { objectKey } from '../../client/object-key.ts';
import { WorkQueue } from '../../client/work-queue.ts';
import type { PodConfig } from '../config/pod-config.ts';
import type { PodConfigs } from '../config/pod-configs.ts';
import type { ServiceLinks } from '../config/service-links.ts';
import { statusOf as statusOfContainer } from '../kubelet/containers.ts';
import { SIMULATION_NAME } from '../names.ts';
import type { SimulatedNode, SimulatedNodes } from '../nodes/simulated-nodes.ts';
import type { WrittenFiles } from '../shell/files.ts';
import type { Stage } from '../stages/stage.ts';
import type { StageTable } from '../stages/stage-table.ts';
import { TimerWheel } from '../timer-wheel.ts';
import { ownAddressOf } from './containers.ts';
import { clientProcesses } from './exit-containers.ts';
import { ImagePulls } from './image-pulls.ts';
import { mountBackoff, newPlan, type Plan } from './plan.ts';
import { needsConfig, PodStages, waitsForPull } from './pod-stages.ts';
import { podStateOf } from './pod-state.ts';
import { ObservedProbes } from './probes/observed-probes.ts';
import { hasChanged } from './restart-changed.ts';
import type { StatusChange } from './status-change.ts';
import { Interruptions } from './timing/interruptions.ts';
import { killingEvent, type PodEvent } from './transition.ts';

/** Maximum number of pods that are written concurrently. */
const WORKERS = 64;

export interface PodSimulatorOptions {
  readonly client: ApiClient;
  readonly clock: Clock;
  readonly random: Random;
  readonly reportProblem: ReportProblem;
  readonly events: EventRecorder;
  readonly pods: Informer<Pod>;
  readonly nodes: SimulatedNodes;
  readonly configs: PodConfigs;
  readonly links: ServiceLinks;
  stages(): StageTable;
  /** Runs a hook of a container that has started, or is about to end. */
  runHook(pod: Pod, container: Container, hook: LifecycleHandler): Promise<void>;
}

/** Plays the kubelets of all simulated nodes: advances pods through the stages that match them. */
export class PodSimulator {
  readonly #options: PodSimulatorOptions;
  readonly #stages: PodStages;
  readonly #wheel: TimerWheel;
  readonly #pulls: ImagePulls;
  readonly #interruptions: Interruptions;
  readonly #queue: WorkQueue;
  readonly #probes = new ObservedProbes();
  readonly #plans = new Map<string, Plan>();
  /** Pods as last written, until the informer has seen them. */
  readonly #written = new Map<string, Pod>();

  constructor(options: PodSimulatorOptions) {
    this.#options = options;
    this.#stages = new PodStages({ ...options, podsOn: (node) => this.#podsOn(node) });
    this.#wheel = new TimerWheel(options.clock);
    const record = (pod: Pod, event: PodEvent): void => this.#record(pod, event);
    this.#pulls = new ImagePulls({ clock: options.clock, wheel: this.#wheel, record });
    this.#interruptions = new Interruptions({
      ...{ clock: options.clock, wheel: this.#wheel, stages: this.#stages },
      interrupt: (key) => this.#interrupt(key),
    });
    this.#queue = new WorkQueue({
      ...options,
      describe: (key) => `simulation: pod ${key}`,
      work: (key) => this.#work(key),
      isExpected: (error) => error instanceof ApiError,
      workers: WORKERS,
    });
  }

  /** Handles a pod's state on the server. */
  set(pod: Pod): void {
    const node = this.#nodeOf(pod);
    if (!node) return;
    this.#options.configs.attach(pod);
    this.#options.links.attach(pod);
    this.#probes.attach(pod);
    const podIp = ownAddressOf(pod);
    if (podIp) node.addresses.occupy(pod.metadata.uid ?? '', podIp);
    const key = objectKey(pod);
    const written = this.#written.get(key);
    if (written) {
      if (versionOf(written) > versionOf(pod)) return;
      this.#written.delete(key);
      if (written.metadata.resourceVersion === pod.metadata.resourceVersion) return;
    }
    if (!this.#plans.get(key)?.isInWork) this.#plan(key, pod);
  }

  delete(pod: Pod): void {
    const key = objectKey(pod);
    this.#written.delete(key);
    this.#cancel(key);
    this.#interruptions.cancel(key);
    this.#stages.forget(pod);
    this.#options.configs.forget(pod);
    this.#options.links.forget(pod);
    this.#probes.forget(pod);
    const { uid = '' } = pod.metadata;
    const node = this.#nodeOf(pod);
    node?.addresses.release(uid, ownAddressOf(pod));
    node?.images.backoff.forget(uid);
  }

  /** Ends a container whose process was ended by a client. */
  exit(pod: Pod, containerId: string, exitCode: number): void {
    const key = objectKey(pod);
    const current = this.#current(key);
    if (!current || !clientProcesses(current.status).some(({ containerID }) => containerID === containerId)) return;
    this.#stages.endProcess(containerId, exitCode);
    this.#interrupt(key);
  }

  /** Runs the readiness probe of a container on its files, which a client may have changed. */
  probe(pod: Pod, container: Container, written: WrittenFiles): void {
    const key = objectKey(pod);
    const current = this.#current(key);
    if (current && current.metadata.uid === pod.metadata.uid && this.#probes.observe(current, container, written))
      this.#interrupt(key);
  }

  async close(): Promise<void> {
    this.#wheel.close();
    await this.#queue.close();
  }

  #nodeOf({ spec }: Pod): SimulatedNode | undefined {
    return spec?.nodeName ? this.#options.nodes.get(spec.nodeName) : undefined;
  }

  #current(key: string): Pod | undefined {
    return this.#written.get(key) ?? this.#options.pods.get(key);
  }

  #podsOn(node: string): Pod[] {
    return this.#options.pods.byIndex(POD_NODE_INDEX, node).map((pod) => this.#written.get(objectKey(pod)) ?? pod);
  }

  #cancel(key: string): void {
    this.#plans.delete(key);
    this.#wheel.cancel(key);
  }

  /** Chooses the next stage again. While the pod is being processed, this happens afterwards. */
  #interrupt(key: string): void {
    const pod = this.#current(key);
    if (!pod || this.#plans.get(key)?.isInWork) return;
    this.#cancel(key);
    this.#plan(key, pod);
  }

  /** Schedules the next stage. A planned stage keeps its time, unless the node is down. */
  #plan(key: string, pod: Pod): void {
    this.#options.configs.attach(pod);
    this.#options.links.attach(pod);
    this.#probes.attach(pod);
    const node = this.#nodeOf(pod);
    const state = podStateOf(pod);
    const known = this.#plans.get(key);
    this.#interruptions.follow(key, pod, state);
    const isPlanned = known?.uid === pod.metadata.uid && known?.state === state;
    if (!node?.isDown && isPlanned && !hasChanged(pod)) return;
    const stage = node && !node.isDown ? this.#stages.choose(pod, state) : undefined;
    if (known) this.#cancel(key);
    if (!stage) return;
    this.#plans.set(key, newPlan(pod, state, stage));
    if (stage.spec.next.delete) this.#announceEnd(pod);
    const delay = this.#stages.delayOf(stage, pod);
    if (delay > 0) this.#wheel.set(key, delay, () => this.#begin(key));
    else this.#begin(key);
  }

  /** Begins the planned stage after reading the configuration and pulling the images for which it waits. */
  #begin(key: string): void {
    const plan = this.#plans.get(key);
    const pod = this.#current(key);
    const node = pod && this.#nodeOf(pod);
    const isConfigured = plan && pod && (plan.config !== undefined || !needsConfig(plan.stage, pod));
    if (isConfigured && node && waitsForPull(plan.stage, pod))
      this.#pulls.ensure(key, pod, node.images, plan.images, () => this.#queue.add(key));
    else this.#queue.add(key);
  }

  async #work(key: string): Promise<undefined> {
    const plan = this.#plans.get(key);
    const pod = this.#current(key);
    const node = pod && this.#nodeOf(pod);
    if (!plan || !node || pod.metadata.uid !== plan.uid || podStateOf(pod) !== plan.state) {
      this.#plans.delete(key);
      if (pod) this.#plan(key, pod);
      return undefined;
    }
    if (plan.config === undefined && needsConfig(plan.stage, pod)) {
      await this.#configure(key, plan, pod);
      return undefined;
    }
    plan.isInWork = true;
    const change = this.#stages.changeOf(pod, plan.stage, plan, node);
    let written: Pod | undefined;
    try {
      written = await this.#write(pod, plan.stage, change);
    } finally {
      plan.isInWork = false;
    }
    if (written) {
      this.#stages.forgetProcesses(written);
      this.#runHooks(written, 'postStart', runningIds(pod));
      for (const event of change.events) this.#record(written, event);
    }
    // Without this plan, the pod was deleted during the processing.
    if (this.#plans.get(key) !== plan) return undefined;
    this.#plans.delete(key);
    const next = this.#next(key, plan, written);
    if (next) this.#plan(key, next);
    return undefined;
  }

  /** Reads the config maps and secrets to which a pod refers, until its volumes can be mounted. */
  async #configure(key: string, plan: Plan, pod: Pod): Promise<void> {
    const config = await this.#options.configs.read(pod);
    // Without this plan, the pod has since changed.
    if (this.#plans.get(key) !== plan) return;
    const problem = this.#sandboxProblem(pod, config);
    if (!problem) {
      plan.config = config;
      this.#begin(key);
      return;
    }
    this.#record(pod, problem);
    this.#wheel.set(key, mountBackoff(plan.failedMounts++), () => this.#begin(key));
  }

  /** Returns why the containers of a pod cannot be created yet. A pod with an address has a sandbox and its volumes. */
  #sandboxProblem(pod: Pod, config: PodConfig): PodEvent | undefined {
    const node = this.#nodeOf(pod)?.node;
    if (pod.status?.podIP || !node) return undefined;
    const mount = config.mountProblem(pod);
    if (mount !== undefined) return { type: 'Warning', reason: 'FailedMount', message: mount };
    const message = config.sandboxProblem(pod, node);
    return message === undefined ? undefined : { type: 'Warning', reason: 'FailedCreatePodSandBox', message };
  }

  /** Returns the pod for which to plan after processing: the pod as written or newer, or another pod with its name. */
  #next(key: string, { uid }: Plan, written: Pod | undefined): Pod | undefined {
    const seen = this.#options.pods.get(key);
    if (!written) return seen?.metadata.uid === uid ? undefined : seen;
    if (seen && versionOf(seen) >= versionOf(written)) return seen;
    this.#written.set(key, written);
    return written;
  }

  /** Returns the pod as written; undefined when it was deleted. */
  async #write(pod: Pod, { metadata: stage, spec }: Stage, change: StatusChange): Promise<Pod | undefined> {
    const { metadata } = pod;
    const client = causedBy(this.#options.client, {
      component: SIMULATION_NAME,
      reasons: [this.#options.pods.reasonOf(pod)],
      because: `the stage ${stage.name} is due`,
    });
    const { namespace = '', name = '', uid = '' } = metadata;
    try {
      const write = () => client.patch<Pod>(statusOf(namespace, name), 'strategic', change.patch());
      if (!spec.next.delete) return await write();
      if (!hasEnded(pod)) await write();
      const options = { gracePeriodSeconds: 0, preconditions: { uid } };
      await client.delete({ group: '', version: 'v1', resource: 'pods', namespace, name }, options);
    } catch (error) {
      // The pod was deleted, or replaced by another pod with its name.
      if (!(error instanceof ApiError && (error.isNotFound || error.code === 409))) throw error;
    }
    return undefined;
  }

  /** Reports that the containers of a pod are being stopped. */
  #announceEnd(pod: Pod): void {
    for (const known of pod.status?.containerStatuses ?? [])
      if (known.state?.running) this.#record(pod, killingEvent(known));
    this.#runHooks(pod, 'preStop');
  }

  /** Runs the hooks of the running containers, except those with known IDs. */
  #runHooks(pod: Pod, name: 'postStart' | 'preStop', known: ReadonlySet<string> = new Set()): void {
    const { runHook, reportProblem } = this.#options;
    const running = runningIds(pod);
    for (const container of pod.spec?.containers ?? []) {
      const hook = container.lifecycle?.[name];
      const id = hook ? (statusOfContainer(pod, container.name)?.containerID ?? '') : '';
      if (!hook || !running.has(id) || known.has(id)) continue;
      runHook(pod, container, hook).catch((error: unknown) =>
        reportProblem(`simulation: ${name} hook of pod ${objectKey(pod)}`, error),
      );
    }
  }

  #record({ metadata, spec }: Pod, { type, reason, message, fieldPath }: PodEvent): void {
    const host = spec?.nodeName ?? '';
    const subject = { apiVersion: 'v1', kind: 'Pod', metadata };
    this.#options.events.record(subject, type, reason, message, { host, fieldPath });
  }
}

const statusOf = (namespace: string, name: string) =>
  ({ group: '', version: 'v1', resource: 'pods', namespace, name, subresource: 'status' }) as const;

/** Returns the IDs of a pod's running containers. */
const runningIds = ({ status }: Pod): ReadonlySet<string> =>
  new Set(
    (status?.containerStatuses ?? []).flatMap(({ state, containerID = '' }) => (state?.running ? [containerID] : [])),
  );

const versionOf = ({ metadata }: Pod): number => Number(metadata.resourceVersion ?? 0);
