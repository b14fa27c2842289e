import { type Clock, timeText } from '../api/environment.ts';
import type { Pod, PodCondition } from '../api/kinds/core-v1.generated.ts';
import type { ApiClient } from '../client/api-client.ts';
import { ApiError } from '../client/api-error.ts';
import type { Informer } from '../client/informer.ts';
import { causedBy } from '../client/loop-client.ts';
import { objectKey } from '../client/object-key.ts';
import { conditionOf } from '../client/objects/condition-of.ts';
import { conditionPatch } from '../client/objects/condition-patch.ts';
import { objectIn } from '../client/resource-path.ts';
import type { PodInfo } from './cluster/pod-info.ts';
import { PREEMPTION_REASON } from './preemption/find-candidate.ts';

const PODS = { group: '', version: 'v1', resource: 'pods' };

const addressOf = ({ metadata }: Pod, subresource?: string) =>
  objectIn(PODS, metadata.namespace ?? '', metadata.name ?? '', subresource);

/** Writes the scheduler's changes to pods. */
export class PodWriter {
  readonly #client: ApiClient;
  readonly #clock: Clock;
  readonly #pods: Informer<Pod>;

  constructor(client: ApiClient, clock: Clock, pods: Informer<Pod>) {
    this.#client = client;
    this.#clock = clock;
    this.#pods = pods;
  }

  /** @param because why the node was chosen, as a clause */
  async bind({ pod }: PodInfo, nodeName: string, because: string): Promise<void> {
    const { name = '', namespace = '', uid = '' } = pod.metadata;
    const binding = {
      apiVersion: 'v1',
      kind: 'Binding',
      metadata: { name, namespace, uid },
      target: { kind: 'Node', name: nodeName },
    };
    await this.#clientFor(pod, because).create(addressOf(pod, 'binding'), binding);
  }

  /** Reports why a pod was not scheduled. `nominatedNodeName`: the new nomination; undefined to keep it. */
  async reportFailure({ pod }: PodInfo, reason: string, message: string, nominatedNodeName?: string): Promise<void> {
    const current = this.#pods.get(objectKey(pod)) ?? pod;
    const condition = { type: 'PodScheduled', status: 'False', reason, message };
    const isNominationSame =
      (nominatedNodeName ?? current.status?.nominatedNodeName ?? '') === (current.status?.nominatedNodeName ?? '');
    const known = conditionOf(current.status?.conditions, condition.type);
    if (isNominationSame && known?.status === 'False' && known.reason === reason && known.message === message) return;
    await this.#patchStatus(pod, {
      ...conditionPatch(current.status?.conditions, [this.#dated(known, condition)]),
      ...(isNominationSame ? {} : { nominatedNodeName: nominatedNodeName || null }),
    });
  }

  /** Marks a pod as preempted and deletes it. */
  async preempt({ pod }: PodInfo, scheduler: string): Promise<void> {
    const message = `${scheduler}: preempting to accommodate a higher priority pod`;
    const condition = { type: 'DisruptionTarget', status: 'True', reason: PREEMPTION_REASON, message };
    const current = this.#pods.get(objectKey(pod)) ?? pod;
    const known = conditionOf(current.status?.conditions, condition.type);
    await ignoringNotFound(async () => {
      await this.#patchStatus(pod, conditionPatch(current.status?.conditions, [this.#dated(known, condition)]));
      await this.#clientFor(current, 'a pod of higher priority needs its place').delete(addressOf(pod));
    });
  }

  async clearNomination({ pod }: PodInfo): Promise<void> {
    await ignoringNotFound(() => this.#patchStatus(pod, { nominatedNodeName: null }));
  }

  /** Keeps the time of a condition whose status is unchanged. */
  #dated(known: PodCondition | undefined, condition: PodCondition): PodCondition {
    const isSame = known?.status === condition.status && known.lastTransitionTime !== undefined;
    return { ...condition, lastTransitionTime: isSame ? known.lastTransitionTime : timeText(this.#clock.now()) };
  }

  async #patchStatus(pod: Pod, status: object): Promise<void> {
    const patch = { metadata: { uid: pod.metadata.uid }, status };
    await this.#clientFor(pod).patch(addressOf(pod, 'status'), 'strategic', patch);
  }

  /** Returns a client whose writes are caused by the state of a pod. */
  #clientFor(pod: Pod, because?: string): ApiClient {
    const reasons = [this.#pods.reasonOf(pod)];
    return causedBy(this.#client, { component: 'kube-scheduler', reasons, ...(because ? { because } : {}) });
  }
}

async function ignoringNotFound(write: () => Promise<unknown>): Promise<void> {
  try {
    await write();
  } catch (error) {
    if (!(error instanceof ApiError && error.isNotFound)) throw error;
  }
}
