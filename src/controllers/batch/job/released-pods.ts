import type { Pod } from '../../../api/kinds/core-v1.generated.ts';
import type { Informer } from '../../../client/informer.ts';
import type { JobNames } from './job-names.ts';
import { isTracked } from './job-pods.ts';

/** The pods whose finalizers a controller has removed, and that its informer still shows with them. */
export class ReleasedPods {
  readonly #uids = new Set<string>();

  /** Call before removing the finalizer: the event may arrive before the response. */
  add({ metadata }: Pod): void {
    this.#uids.add(metadata.uid ?? '');
  }

  /** The removal failed, or an informer shows it. */
  delete({ metadata }: Pod): void {
    this.#uids.delete(metadata.uid ?? '');
  }

  has({ metadata }: Pod): boolean {
    return this.#uids.has(metadata.uid ?? '');
  }

  /** Observes the pods of an informer. Returns a function that ends the observation. */
  observe(pods: Informer<Pod>, names: JobNames): () => void {
    return pods.subscribe({
      updated: (pod) => {
        if (!isTracked(pod, names)) this.delete(pod);
      },
      deleted: (pod) => this.delete(pod),
    });
  }
}
