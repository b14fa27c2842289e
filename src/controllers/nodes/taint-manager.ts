import type { Reason } from '../../api/debug/causes.ts';
import { timeText } from '../../api/environment.ts';
import type { Node, Pod, Taint, Toleration } from '../../api/kinds/core-v1.generated.ts';
import { isEqualJson } from '../../api/memory/equal-json.ts';
import { tolerates } from '../../api/scheduling/tolerations.ts';
import { aborted } from '../../client/aborted.ts';
import { ApiError } from '../../client/api-error.ts';
import type { Informer } from '../../client/informer.ts';
import { causedBy } from '../../client/loop-client.ts';
import { objectKey } from '../../client/object-key.ts';
import { conditionOf } from '../../client/objects/condition-of.ts';
import { conditionPatch } from '../../client/objects/condition-patch.ts';
import { WorkQueue } from '../../client/work-queue.ts';
import type { ControllerContext } from '../controller.ts';
import { isDeepEqual } from '../workloads/deep-equal.ts';

const PODS = { group: '', version: 'v1', resource: 'pods' };
const WORKERS = 8;
const DISRUPTED = {
  type: 'DisruptionTarget',
  status: 'True',
  reason: 'DeletionByTaintManager',
  message: 'Taint manager: deleting due to NoExecute taint',
};

export interface TaintManagerOptions extends ControllerContext {
  readonly nodes: Informer<Node>;
  readonly pods: Informer<Pod>;
  podsOf(nodeName: string): readonly Pod[];
}

const noExecuteTaints = (node: Node | undefined): Taint[] =>
  (node?.spec?.taints ?? []).filter(({ effect }) => effect === 'NoExecute');

/** Reports whether the fields that decide how long a pod stays are equal. */
const isInSamePlace = ({ spec: a }: Pod, { spec: b }: Pod): boolean =>
  a === b || (a?.nodeName === b?.nodeName && isDeepEqual(a?.tolerations, b?.tolerations));

/** Returns the milliseconds for which tolerations tolerate all taints: zero for not at all, Infinity for forever. */
export function toleratedFor(taints: readonly Taint[], tolerations: readonly Toleration[] = []): number {
  const used: Toleration[] = [];
  for (const taint of taints) {
    const toleration = tolerations.find((each) => tolerates(each, taint));
    if (!toleration) return 0;
    used.push(toleration);
  }
  const limits = used.flatMap(({ tolerationSeconds }) => tolerationSeconds ?? []);
  return Math.min(Number.POSITIVE_INFINITY, ...limits.map((seconds) => Math.max(Number(seconds), 0) * 1000));
}

/** Deletes pods from nodes whose NoExecute taints they do not tolerate, or no longer tolerate. */
export class TaintManager {
  readonly #options: TaintManagerOptions;
  /** Functions that cancel the eviction of a pod. */
  readonly #evictions = new Map<string, () => void>();
  readonly #queue: WorkQueue;

  constructor(options: TaintManagerOptions) {
    this.#options = options;
    this.#queue = new WorkQueue({
      ...options,
      describe: (key) => `taint-controller: evicting ${key}`,
      work: (key, reasons) => this.#evict(key, reasons),
      isExpected: (error) => error instanceof ApiError,
      workers: WORKERS,
    });
  }

  async run(signal: AbortSignal): Promise<void> {
    const { nodes, pods } = this.#options;
    const ends = [
      nodes.subscribe({
        added: (node) => this.#followNode(node),
        updated: (node, previous) => {
          if (!isEqualJson(noExecuteTaints(node), noExecuteTaints(previous))) this.#followNode(node);
        },
      }),
      pods.subscribe({
        added: (pod) => this.#followPod(pod),
        updated: (pod, previous) => {
          if (!isInSamePlace(pod, previous)) this.#followPod(pod);
        },
        deleted: (pod) => this.#cancel(objectKey(pod)),
      }),
    ];
    const runs = [nodes.run(signal), pods.run(signal)];
    await aborted(signal);
    for (const end of ends) end();
    for (const cancel of this.#evictions.values()) cancel();
    await Promise.all([...runs, this.#queue.close()]);
  }

  #followNode(node: Node): void {
    const taints = noExecuteTaints(node);
    const { nodes, podsOf } = this.#options;
    for (const pod of podsOf(node.metadata.name ?? '')) this.#decide(pod, taints, nodes.reasonOf(node));
  }

  #followPod(pod: Pod): void {
    const { nodes, pods } = this.#options;
    const { nodeName } = pod.spec ?? {};
    if (nodeName) this.#decide(pod, noExecuteTaints(nodes.get(nodeName)), pods.reasonOf(pod));
  }

  #decide(pod: Pod, taints: readonly Taint[], reason: Reason): void {
    const key = objectKey(pod);
    const period = toleratedFor(taints, pod.spec?.tolerations);
    if (period === 0) {
      this.#cancel(key);
      this.#queue.add(key, reason);
    } else if (period === Number.POSITIVE_INFINITY) this.#cancel(key);
    else this.#schedule(key, period, reason);
  }

  /** Schedules an eviction. An existing schedule never changes. */
  #schedule(key: string, period: number, reason: Reason): void {
    if (this.#evictions.has(key)) return;
    const cancel = this.#options.clock.after(period, () => {
      this.#evictions.delete(key);
      this.#queue.add(key, reason);
      this.#queue.add(key, { type: 'timer' });
    });
    this.#evictions.set(key, cancel);
  }

  #cancel(key: string): void {
    const cancel = this.#evictions.get(key);
    if (!cancel) return;
    cancel();
    this.#evictions.delete(key);
    this.#record(key, `Cancelling deletion of Pod ${key}`);
  }

  async #evict(key: string, reasons: readonly Reason[]): Promise<undefined> {
    const { clock, pods } = this.#options;
    const client = causedBy(this.#options.client, { component: 'node-lifecycle-controller', reasons });
    const pod = pods.get(key);
    if (!pod) return undefined;
    this.#record(key, `Marking for deletion Pod ${key}`);
    const { namespace = '', name = '', uid } = pod.metadata;
    const address = { ...PODS, namespace, name };
    const known = conditionOf(pod.status?.conditions, DISRUPTED.type);
    const isSame = known?.status === 'True' && known.reason === DISRUPTED.reason && known.message === DISRUPTED.message;
    if (!isSame) {
      const lastTransitionTime = known?.status === 'True' ? known.lastTransitionTime : timeText(clock.now());
      const status = conditionPatch(pod.status?.conditions, [{ ...DISRUPTED, lastTransitionTime }]);
      await client.patch({ ...address, subresource: 'status' }, 'strategic', { metadata: { uid }, status });
    }
    await client.delete(address, { preconditions: { uid: uid ?? '' } });
    return undefined;
  }

  #record(key: string, message: string): void {
    const [namespace = '', name = ''] = key.split('/');
    this.#options.events.record({ kind: 'Pod', namespace, name }, 'Normal', 'TaintManagerEviction', message);
  }
}
