import type { Pod, PodCondition, PodStatus } from '../../api/kinds/core-v1.generated.ts';
import { conditionPatch } from '../../client/objects/condition-patch.ts';
import type { PodEvent, Transition } from './transition.ts';

/** The changes of one write to a pod: one transition, or several joined ones. */
export class StatusChange {
  readonly #before: Pod;
  #pod: Pod;
  readonly #fields: PodStatus = {};
  #conditions: readonly PodCondition[] = [];
  readonly events: PodEvent[] = [];

  constructor(pod: Pod) {
    this.#before = pod;
    this.#pod = pod;
  }

  /** The pod with all changes applied. */
  get pod(): Pod {
    return this.#pod;
  }

  add({ status, conditions, events }: Transition): void {
    Object.assign(this.#fields, status);
    this.#conditions = merged(this.#conditions, conditions);
    this.events.push(...events);
    const { status: last } = this.#pod;
    this.#pod = {
      ...this.#pod,
      status: { ...last, ...status, conditions: merged(last?.conditions ?? [], conditions) },
    };
  }

  /** Returns the strategic merge patch of the pod's status with the fields that differ. */
  patch(): object {
    const { metadata, status: old = {} } = this.#before;
    const status: Record<string, unknown> = {};
    for (const name in this.#fields) {
      const value = this.#fields[name as keyof PodStatus];
      if (value !== old[name as keyof PodStatus]) status[name] = value;
    }
    if (this.#conditions.length > 0) {
      const order = inKubeletOrder(this.#pod.status?.conditions ?? []);
      Object.assign(status, conditionPatch(old.conditions, this.#conditions, order));
    }
    return { metadata: { uid: metadata.uid }, status };
  }
}

const KUBELET_CONDITIONS = ['Initialized', 'Ready', 'ContainersReady', 'PodScheduled'];

/** Sorts conditions. A kubelet writes its own after those of others, always in this order. */
const inKubeletOrder = (conditions: readonly PodCondition[]): PodCondition[] =>
  conditions.toSorted((one, other) => KUBELET_CONDITIONS.indexOf(one.type) - KUBELET_CONDITIONS.indexOf(other.type));

/** Replaces conditions of the same types. New ones come last. */
function merged(known: readonly PodCondition[], changed: readonly PodCondition[]): PodCondition[] {
  const all = [...known];
  for (const condition of changed) {
    let index = 0;
    while (index < all.length && all[index]?.type !== condition.type) index++;
    all[index] = condition;
  }
  return all;
}
