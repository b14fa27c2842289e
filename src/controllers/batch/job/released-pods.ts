import type { Pod } from '../../../api/kinds/core-v1.generated.ts';
import type { Informer } from '../../../client/informer.ts';
import type { JobNames } from './job-names.ts';
import { isTracked } from './job-pods.ts';

/** The pods whose finalizers a controller has removed, while its informer still shows them. */
export class ReleasedPods {
  readonly #uids = new Set<string>();

  /** Must be called before the finalizer is removed, because the event may arrive before the response. */
  add({ metadata }: Pod): void {
    this.#uids.add(metadata.uid ?? '');
  }

  /** Called when the removal failed, or an informer shows it. */
  delete({ metadata }: Pod): void {
    this.#uids.delete(metadata.uid ?? '');
  }

  has({ metadata }: Pod): boolean {
    return this.#uids.has(metadata.uid ?? '');
  }

  /** Observes the pods of an informer. Returns a function that stops observing. */
  observe(pods: Informer<Pod>, names: JobNames): () => void {
    return pods.subscribe({
      updated: (pod) => {
        if (!isTracked(pod, names)) this.delete(pod);
      },
      deleted: (pod) => this.delete(pod),
    });
  }
}
