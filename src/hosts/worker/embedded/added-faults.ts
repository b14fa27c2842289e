import type { ClusterFaults, Fault } from '../../../embedding/cluster.ts';

/** The faults of a cluster by id. Pages remove them by id, because a function cannot be sent to a page. */
export class AddedFaults {
  readonly #faults: ClusterFaults;
  readonly #ids = new WeakMap<Fault, string>();
  readonly #removals = new Map<string, () => Promise<void>>();

  constructor(faults: ClusterFaults) {
    this.#faults = faults;
  }

  /** Returns the id of a fault that was added. */
  idOf(fault: Fault): string | undefined {
    return this.#ids.get(fault);
  }

  async add(id: string, fault: Fault): Promise<void> {
    this.#ids.set(fault, id);
    this.#removals.set(id, await this.#faults.add(fault));
  }

  /** Removes a fault; does nothing when it no longer exists. */
  async remove(id: string): Promise<void> {
    const remove = this.#removals.get(id);
    this.#removals.delete(id);
    await remove?.();
  }

  async clear(): Promise<void> {
    this.#removals.clear();
    await this.#faults.clear();
  }
}
