import type { Reason } from '../../api/debug/causes.ts';
import { kubernetesName } from '../../api/dialect.ts';
import { microTimeText } from '../../api/environment.ts';
import type { ContainerImage, Node, NodeStatus } from '../../api/kinds/core-v1.generated.ts';
import { isEqualJson } from '../../api/memory/equal-json.ts';
import type { ApiClient } from '../../client/api-client.ts';
import { ApiError } from '../../client/api-error.ts';
import type { EventRecorder } from '../../client/events/event-recorder.ts';
import type { Informer } from '../../client/informer.ts';
import { causedBy } from '../../client/loop-client.ts';
import { WorkQueue } from '../../client/work-queue.ts';
import { SIMULATION_NAME } from '../names.ts';
import type { SimulationContext } from '../simulation-context.ts';
import { chooseStage, delayOf, fraction } from '../stages/choose-stage.ts';
import { fillIn } from '../stages/field-path.ts';
import type { StageTable } from '../stages/stage-table.ts';
import { TimerWheel } from '../timer-wheel.ts';
import { changedAllocatable } from './allocatable.ts';
import { healthyConditions, registrationStatus } from './node-status.ts';
import { isDown, isSimulated, type SimulatedNodes } from './simulated-nodes.ts';

const NODES = { group: '', version: 'v1', resource: 'nodes' };
const LEASE_GROUP = kubernetesName('coordination.k8s.io');
const LEASE_NAMESPACE = 'kube-node-lease';
const LEASE_SECONDS = 40;
/** Milliseconds between two heartbeats in the status. */
const STATUS_PERIOD = 300_000;
/** Milliseconds between two checks of the images, which are reported after a change. */
const IMAGES_PERIOD = 30_000;
/** Milliseconds by which heartbeats may be early or late. */
const TOLERANCE = 5_000;
/** Minimum validity of a lease that is renewed late, in milliseconds. Renewals are late when time is moved forward. */
const LEASE_RESERVE = 10_000;
const WORKERS = 32;

interface Heartbeats {
  /** When the status was written, and when the images were checked. */
  readonly status: number;
  readonly images: number;
}

export interface NodeSimulatorOptions extends SimulationContext {
  readonly events: EventRecorder;
  readonly nodes: Informer<Node>;
  readonly simulated: SimulatedNodes;
  stages(): StageTable;
}

/** Registers simulated nodes and sends their heartbeats. */
export class NodeSimulator {
  readonly #options: NodeSimulatorOptions;
  readonly #wheel: TimerWheel;
  readonly #queue: WorkQueue;
  /** The times of the nodes' heartbeats, in milliseconds. */
  readonly #heartbeats = new Map<string, Heartbeats>();
  /** The last seen capacity of each node. */
  readonly #capacities = new Map<string, NodeStatus['capacity']>();
  /** Nodes after their first wait. */
  readonly #beating = new Set<string>();

  constructor(options: NodeSimulatorOptions) {
    this.#options = options;
    this.#wheel = new TimerWheel(options.clock, 250);
    this.#queue = new WorkQueue({
      ...options,
      describe: (key) => `simulation: node ${key}`,
      work: (key, reasons) => this.#work(key, reasons),
      isExpected: (error) => error instanceof ApiError,
      workers: WORKERS,
    });
  }

  set(node: Node): void {
    const { name = '' } = node.metadata;
    if (!isSimulated(node)) this.delete(name);
    else if (isDown(node)) this.#silence(name);
    else if (!isReady(node) || !this.#wheel.has(name) || this.#capacities.get(name) !== node.status?.capacity)
      this.#queue.add(name, this.#options.nodes.reasonOf(node));
  }

  delete(name: string): void {
    this.#silence(name);
    this.#capacities.delete(name);
  }

  /** Ends the heartbeats of a node. What it knows of its capacity stays, for the changes while it is down. */
  #silence(name: string): void {
    this.#wheel.cancel(name);
    this.#heartbeats.delete(name);
    this.#beating.delete(name);
  }

  async close(): Promise<void> {
    this.#wheel.close();
    await this.#queue.close();
  }

  async #work(name: string, reasons: readonly Reason[]): Promise<undefined> {
    const client = causedBy(this.#options.client, { component: SIMULATION_NAME, reasons });
    const node = this.#options.nodes.get(name);
    if (!node || !isSimulated(node) || isDown(node)) return undefined;
    await this.#followCapacity(node, client);
    if (this.#wheel.has(name) && isReady(node)) return undefined;
    await this.#renewLease(node);
    if (this.#isStatusDue(node)) await this.#writeStatus(node, client);
    const { random, stages, events } = this.#options;
    const stage = chooseStage(stages().in(undefined), node, random);
    if (!stage) return undefined;
    const { status, events: reported = [] } = stage.spec.next;
    if (status) await patchStatus(name, fillIn(status, node) as object, client);
    for (const { type, reason, message } of reported)
      events.record({ ...node, apiVersion: 'v1', kind: 'Node' }, type, reason, String(fillIn(message, node)));
    const never = { Runtime: () => 0, Backoff: () => 0, Readiness: () => 0, Termination: () => 0, Pull: () => 0 };
    const delay = delayOf(stage.spec.delay ?? {}, node, never, random);
    // Nodes are created together. Their first waits are shortened randomly, to spread heartbeats over the period.
    const wait = this.#beating.has(name) ? delay : Math.floor(delay * fraction(random));
    const beat = (): void => {
      this.#beating.add(name);
      this.#queue.add(name, { type: 'timer' });
    };
    this.#wheel.set(name, wait, beat, this.#slackAfter(wait));
    return undefined;
  }

  /** Returns the milliseconds by which a heartbeat may be late without consequences. */
  #slackAfter(wait: number): number {
    const { 'node-monitor-grace-period': gracePeriod } = this.#options.flags;
    return Math.max(0, Math.min(gracePeriod, LEASE_SECONDS * 1000) - LEASE_RESERVE - wait);
  }

  /** Reports whether the status must be written with this heartbeat, and records it. */
  #isStatusDue(node: Node): boolean {
    const { name = '' } = node.metadata;
    const now = this.#options.clock.now();
    const last = this.#heartbeats.get(name) ?? { status: now, images: now };
    const looksAtImages = now - last.images >= IMAGES_PERIOD - TOLERANCE;
    const isDue =
      !isReady(node) ||
      now - last.status >= STATUS_PERIOD - TOLERANCE ||
      (looksAtImages && this.#changedImages(node) !== undefined);
    this.#heartbeats.set(name, {
      status: isDue ? now : last.status,
      images: isDue || looksAtImages ? now : last.images,
    });
    return isDue;
  }

  async #writeStatus(node: Node, client: ApiClient): Promise<void> {
    const now = this.#options.clock.now();
    const isNew = node.status?.nodeInfo?.kubeletVersion === undefined || node.status.nodeInfo.kubeletVersion === '';
    const status = isNew ? registrationStatus(node, now) : { conditions: healthyConditions(node, now) };
    const images = this.#changedImages(node);
    await patchStatus(node.metadata.name ?? '', images ? { ...status, images } : status, client);
  }

  /** Makes capacity allocatable that another client has added to a node. */
  async #followCapacity({ metadata: { name = '' }, status }: Node, client: ApiClient): Promise<void> {
    const before = this.#capacities.get(name);
    if (!status?.allocatable || before === status.capacity) return;
    const allocatable = changedAllocatable(status, before);
    this.#capacities.set(name, status.capacity);
    if (allocatable) await patchStatus(name, { allocatable }, client);
  }

  /** Returns the images on a node, unless its status already lists them. */
  #changedImages({ metadata, status }: Node): readonly ContainerImage[] | undefined {
    const { simulated, clock } = this.#options;
    const images = simulated.get(metadata.name ?? '')?.images.list(clock.now()) ?? [];
    return isEqualJson(images, status?.images ?? []) ? undefined : images;
  }

  async #renewLease({ metadata }: Node): Promise<void> {
    const { client, clock, dialect } = this.#options;
    const { name = '', uid = '' } = metadata;
    const group = dialect.rename(LEASE_GROUP);
    const address = { group, version: 'v1', resource: 'leases', namespace: LEASE_NAMESPACE };
    const renewTime = microTimeText(clock.now());
    try {
      await client.patch({ ...address, name }, 'merge', { spec: { renewTime } });
    } catch (error) {
      if (!(error instanceof ApiError && error.isNotFound)) throw error;
      const ownerReferences = [{ apiVersion: 'v1', kind: 'Node', name, uid }];
      const spec = { holderIdentity: name, leaseDurationSeconds: LEASE_SECONDS, renewTime };
      await client.create(address, { metadata: { name, ownerReferences }, spec });
    }
  }
}

async function patchStatus(name: string, status: object, client: ApiClient): Promise<void> {
  await client.patch({ ...NODES, name, subresource: 'status' }, 'strategic', { status });
}

const isReady = ({ status }: Node): boolean =>
  (status?.conditions ?? []).some(({ type, status: value }) => type === 'Ready' && value === 'True');
