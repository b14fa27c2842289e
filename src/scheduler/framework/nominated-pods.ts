import type { PodInfo } from '../cluster/pod-info.ts';

/** Pods with a nominated node, by that node. */
export class NominatedPods {
  readonly #byNode = new Map<string, Map<string, PodInfo>>();
  /** Node names by UID. */
  readonly #nodes = new Map<string, string>();

  /** Nominates a node for a pod; an empty name removes the nomination. */
  set(info: PodInfo, nodeName: string): void {
    this.delete(info.uid);
    if (nodeName === '') return;
    this.#nodes.set(info.uid, nodeName);
    const pods = this.#byNode.get(nodeName) ?? new Map<string, PodInfo>();
    this.#byNode.set(nodeName, pods.set(info.uid, info));
  }

  delete(uid: string): void {
    const nodeName = this.#nodes.get(uid);
    if (nodeName === undefined) return;
    this.#nodes.delete(uid);
    const pods = this.#byNode.get(nodeName);
    pods?.delete(uid);
    if (pods?.size === 0) this.#byNode.delete(nodeName);
  }

  /** Returns the nominated node of a pod. */
  nodeOf(uid: string): string | undefined {
    return this.#nodes.get(uid);
  }

  get isEmpty(): boolean {
    return this.#nodes.size === 0;
  }

  on(nodeName: string): PodInfo[] {
    return [...(this.#byNode.get(nodeName)?.values() ?? [])];
  }
}
