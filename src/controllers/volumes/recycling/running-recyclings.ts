import type { PersistentVolume } from '../../../api/kinds/core-v1.generated.ts';
import { ApiError } from '../../../client/api-error.ts';
import type { BinderContext } from '../binder-context.ts';
import { recycleVolume } from './recycle-volume.ts';

/** Recycles volumes concurrently with the other work of the binder, because recycling takes as long as its pod runs. */
export class RunningRecyclings {
  readonly #retry: (name: string, milliseconds: number) => void;
  readonly #running = new Map<string, Promise<void>>();

  /** @param retry queues a volume by its name after a delay */
  constructor(retry: (name: string, milliseconds: number) => void) {
    this.#retry = retry;
  }

  /** Recycles a volume, unless that is already in progress. */
  start(volume: PersistentVolume, context: BinderContext): void {
    const { name = '', uid } = volume.metadata;
    const key = `${name}[${uid}]`;
    if (this.#running.has(key)) return;
    this.#running.set(
      key,
      this.#run(volume, context).finally(() => this.#running.delete(key)),
    );
  }

  async #run(volume: PersistentVolume, context: BinderContext): Promise<void> {
    const { name = '' } = volume.metadata;
    const period = context.flags['pvclaimbinder-sync-period'];
    try {
      if (await recycleVolume(volume, context)) this.#retry(name, period);
    } catch (error) {
      if (!(error instanceof ApiError)) context.reportProblem(`recycling volume ${name} failed`, error);
      this.#retry(name, period);
    }
  }

  /** Resolves when all pending work has ended, which happens soon after the controller is stopped. */
  async ended(): Promise<void> {
    await Promise.all(this.#running.values());
  }
}
