import type { Reason } from '../../api/debug/causes.ts';
import { kubernetesName } from '../../api/dialect.ts';
import { timeText } from '../../api/environment.ts';
import type { Lease } from '../../api/kinds/coordination-v1.generated.ts';
import type { Node, NodeCondition, Pod } from '../../api/kinds/core-v1.generated.ts';
import { aborted } from '../../client/aborted.ts';
import type { ApiClient } from '../../client/api-client.ts';
import { ApiError } from '../../client/api-error.ts';
import type { Informer } from '../../client/informer.ts';
import { causedBy } from '../../client/loop-client.ts';
import { conditionOf } from '../../client/objects/condition-of.ts';
import { conditionPatch } from '../../client/objects/condition-patch.ts';
import type { ControllerContext } from '../controller.ts';
import { Ticker } from '../ticker.ts';
import { markPodsNotReady } from './mark-pods.ts';
import { type NodeHealth, observe, readyConditionOf, unknownConditions } from './node-health.ts';
import { NOT_READY, replaceTaints, UNREACHABLE, writeTaints } from './node-taints.ts';
import { type ZoneCounts, ZoneEvictions } from './zone-evictions.ts';
import { zoneOf } from './zones.ts';

/** Minimum delay before the next taint, in milliseconds. */
const EVICTION_PERIOD = 100;

const EXCLUDED_LABEL = kubernetesName('node.kubernetes.io/exclude-disruption');
const NODES = { group: '', version: 'v1', resource: 'nodes' };

export interface NodeMonitorOptions extends ControllerContext {
  readonly nodes: Informer<Node>;
  readonly leases: Informer<Lease>;
  podsOf(nodeName: string): readonly Pod[];
}

/** Periodically checks the heartbeats of all nodes. */
export class NodeMonitor {
  readonly #options: NodeMonitorOptions;
  readonly #health = new Map<string, NodeHealth>();
  /** The last seen state of nodes, with their zones and their first UIDs. */
  readonly #zones = new Map<string, { readonly node: Node; readonly zone: string; readonly uid: string | undefined }>();
  readonly #evictions: ZoneEvictions;
  /** Nodes whose pods could not be marked. */
  readonly #unmarked = new Set<string>();
  #cancelEvictions: () => void = () => undefined;
  /** When the next node is tainted, in milliseconds; infinite while unknown. */
  #evictAt = Number.POSITIVE_INFINITY;
  #tainting: Promise<void> = Promise.resolve();

  constructor(options: NodeMonitorOptions) {
    this.#options = options;
    this.#evictions = new ZoneEvictions(options.flags);
  }

  async run(signal: AbortSignal): Promise<void> {
    const { nodes, leases } = this.#options;
    const runs = [nodes.run(signal), leases.run(signal)];
    await Promise.all([nodes.whenSynced(signal), leases.whenSynced(signal)]);
    const describe = 'node-lifecycle-controller: monitoring nodes';
    const period = this.#options.flags['node-monitor-period'];
    const ticker = new Ticker({ ...this.#options, describe, period, work: () => this.#monitor() });
    ticker.start();
    await aborted(signal);
    this.#cancelEvictions();
    await Promise.all([...runs, ticker.close(), this.#tainting]);
  }

  async #monitor(): Promise<void> {
    const nodes = await this.#follow(this.#options.nodes.list());
    const zones = new Map<string, ZoneCounts>();
    const acts: Promise<void>[] = [];
    for (const node of nodes) {
      const health = this.#observe(node);
      if (this.#isWell(node, health)) {
        this.#evictions.unmark(this.#zoneOf(node), node.metadata.name ?? '');
        this.#count(zones, node, 'True');
      } else
        acts.push(this.#act(node, health).then((status) => (status ? this.#count(zones, node, status) : undefined)));
    }
    await Promise.all(acts);
    await this.#handleDisruption(zones, nodes);
  }

  /** Reports new and removed nodes. Returns the nodes; new ones are without the taints of this loop. */
  async #follow(nodes: readonly Node[]): Promise<readonly Node[]> {
    const { dialect } = this.#options;
    const present = new Set(nodes.map(({ metadata }) => metadata.name ?? ''));
    const added = new Set<Node>();
    for (const node of nodes) {
      const { name = '', uid } = node.metadata;
      const known = this.#zones.get(name);
      if (known?.node === node) continue;
      const zone = zoneOf(node, dialect);
      if (known === undefined) {
        this.#record(name, uid, 'RegisteredNode', `event: Registered Node ${name} in Controller`);
        added.add(node);
      } else if (known.zone !== zone) this.#evictions.unmark(known.zone, name);
      this.#zones.set(name, { node, zone, uid: known ? known.uid : uid });
    }
    for (const [name, { zone, uid }] of this.#zones) {
      if (present.has(name)) continue;
      this.#record(name, uid, 'RemovingNode', `event: Removing Node ${name} from Controller`);
      this.#evictions.unmark(zone, name);
      for (const known of [this.#zones, this.#health, this.#unmarked]) known.delete(name);
    }
    return Promise.all(nodes.map((node) => (added.has(node) ? this.#setTaint(node, undefined) : node)));
  }

  #zoneOf({ metadata }: Pick<Node, 'metadata'>): string {
    return this.#zones.get(metadata.name ?? '')?.zone ?? '';
  }

  #observe(node: Node): NodeHealth {
    const { clock, leases } = this.#options;
    const { name = '' } = node.metadata;
    const health = observe(node, leases.get(`kube-node-lease/${name}`), this.#health.get(name), clock.now());
    this.#health.set(name, health);
    return health;
  }

  /** Reports whether a node is ready and healthy, so that there is nothing to write. */
  #isWell(node: Node, health: NodeHealth): boolean {
    const { name = '' } = node.metadata;
    return (
      health.ready?.status === 'True' &&
      !unknownConditions(node, health, this.#options.clock.now(), this.#options.flags) &&
      (node.spec?.taints ?? []).length === 0 &&
      !this.#unmarked.has(name)
    );
  }

  /** Returns the status of a node's condition Ready; undefined when it could not be written. */
  async #act(node: Node, health: NodeHealth): Promise<string | undefined> {
    const { clock, podsOf, flags } = this.#options;
    const { name = '' } = node.metadata;
    const before = readyConditionOf(node);
    const conditions = unknownConditions(node, health, clock.now(), flags);
    if (conditions && !(await this.#writeConditions(node, conditions))) return undefined;
    const ready = conditionOf(conditions, 'Ready') ?? before;
    if (!ready) return 'Unknown';
    if (conditions) this.#health.set(name, { ...health, ready });
    await this.#markForEviction(node, before?.status ?? 'Unknown');
    const hasFailed = before?.status === 'True' && ready.status !== 'True';
    if (hasFailed) this.#record(name, node.metadata.uid, 'NodeNotReady', 'status is now: NodeNotReady');
    if (hasFailed || (this.#unmarked.has(name) && before?.status !== 'True')) {
      this.#unmarked.add(name);
      await markPodsNotReady(podsOf(name), { ...this.#options, client: this.#clientFor(node) });
    }
    this.#unmarked.delete(name);
    return ready.status;
  }

  /** Writes conditions. Returns false when the node has changed, so that it must be checked again. */
  async #writeConditions(node: Node, conditions: readonly NodeCondition[]): Promise<boolean> {
    const { metadata, status } = node;
    const { name = '', resourceVersion } = metadata;
    try {
      const patch = { metadata: { resourceVersion }, status: conditionPatch(status?.conditions, conditions) };
      await this.#clientFor(node).patch({ ...NODES, name, subresource: 'status' }, 'strategic', patch);
      return true;
    } catch (error) {
      if (error instanceof ApiError) return false;
      throw error;
    }
  }

  async #markForEviction(node: Node, status: string): Promise<void> {
    const { name = '' } = node.metadata;
    const zone = this.#zoneOf(node);
    if (status === 'True') {
      this.#evictions.unmark(zone, name);
      await this.#setTaint(node, undefined);
    } else if (noExecuteTaints(node, this.#options).length > 0) await this.#setTaint(node, status);
    else {
      this.#evictions.mark(zone, name);
      this.#evictLater();
    }
  }

  /** Schedules the next taint for when the rate of its zone allows it. */
  #evictLater(): void {
    const { clock, signal, reportProblem } = this.#options;
    const now = clock.now();
    const at = Math.max(this.#evictions.nextAt, now + EVICTION_PERIOD);
    if (at >= this.#evictAt || signal.aborted) return;
    this.#cancelEvictions();
    this.#evictAt = at;
    this.#cancelEvictions = clock.after(at - now, () => {
      this.#evictAt = Number.POSITIVE_INFINITY;
      this.#tainting = this.#taintNext().catch((error: unknown) =>
        reportProblem('node-lifecycle-controller: tainting a node failed', error),
      );
      this.#evictLater();
    });
  }

  async #taintNext(): Promise<void> {
    for (const name of this.#evictions.take(this.#options.clock.now())) {
      const node = this.#options.nodes.get(name);
      const status = node && readyConditionOf(node)?.status;
      if (node && status !== undefined && status !== 'True') await this.#setTaint(node, status);
    }
  }

  /** Sets the NoExecute taint for a status of the condition Ready; undefined removes it. Returns the resulting node. */
  async #setTaint(node: Node, status: string | undefined): Promise<Node> {
    const { clock, dialect } = this.#options;
    const key = dialect.rename(status === 'False' ? NOT_READY : UNREACHABLE);
    const wanted = status === undefined ? [] : [{ key, effect: 'NoExecute' }];
    const managed = noExecuteTaints(node, this.#options);
    const now = timeText(clock.now());
    const taints = replaceTaints(node.spec?.taints ?? [], wanted, (taint) => managed.includes(taint), now);
    if (!taints) return node;
    try {
      return await writeTaints(node, taints, this.#clientFor(node));
    } catch (error) {
      // The node has changed: the next check decides again.
      if (!(error instanceof ApiError)) throw error;
      return node;
    }
  }

  /** Returns a client whose writes are caused by the regular check of a node, which saw its latest state. */
  #clientFor(node: Node): ApiClient {
    const reasons: readonly Reason[] = [this.#options.nodes.reasonOf(node), { type: 'timer' }];
    return causedBy(this.#options.client, { component: 'node-lifecycle-controller', reasons });
  }

  #count(zones: Map<string, ZoneCounts>, { metadata }: Node, status: string): void {
    const { dialect } = this.#options;
    if (metadata.labels?.[dialect.rename(EXCLUDED_LABEL)] !== undefined) return;
    const zone = this.#zoneOf({ metadata });
    const { ready, unready } = zones.get(zone) ?? { ready: 0, unready: 0 };
    zones.set(zone, status === 'True' ? { ready: ready + 1, unready } : { ready, unready: unready + 1 });
  }

  async #handleDisruption(zones: ReadonlyMap<string, ZoneCounts>, nodes: readonly Node[]): Promise<void> {
    const change = this.#evictions.update(zones);
    this.#evictLater();
    if (change === 'stopped') for (const node of nodes) await this.#markForEviction(node, 'True');
    if (change !== 'resumed') return;
    const probedAt = this.#options.clock.now();
    for (const [name, health] of this.#health) this.#health.set(name, { ...health, probedAt });
  }

  #record(name: string, uid: string | undefined, reason: string, text: string): void {
    const subject = { kind: 'Node', apiVersion: 'v1', name, uid: uid ?? '' };
    this.#options.events.record(subject, 'Normal', reason, `Node ${name} ${text}`);
  }
}

const noExecuteTaints = ({ spec }: Node, { dialect }: Pick<ControllerContext, 'dialect'>) => {
  const keys = [NOT_READY, UNREACHABLE].map((name) => dialect.rename(name));
  return (spec?.taints ?? []).filter(({ key, effect }) => effect === 'NoExecute' && keys.includes(key));
};
