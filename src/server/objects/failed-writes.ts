import type { Clock, Random, ReportProblem } from '../../api/environment.ts';
import { WorkQueue } from '../../client/work-queue.ts';

type Undo = () => Promise<void>;

const PROBLEM = 'undoing what admission did for a failed write';

/** Undoes what admission did for writes that failed: quotas that were charged. */
export class FailedWrites {
  readonly #reportProblem: ReportProblem;
  readonly #queue: WorkQueue;
  /** What could not be undone yet, by its key in the queue. */
  readonly #pending = new Map<string, Undo>();
  #count = 0;

  constructor(parts: { readonly clock: Clock; readonly random: Random; readonly reportProblem: ReportProblem }) {
    this.#reportProblem = parts.reportProblem;
    this.#queue = new WorkQueue({ ...parts, describe: () => PROBLEM, work: (key) => this.#retry(key) });
  }

  /** Runs one attempt of a write; it failed when it throws, or gives nothing because another write came first. */
  async undoIfFailed<T>(attempt: (onFailure: (undo: Undo) => void) => Promise<T | undefined>): Promise<T | undefined> {
    const registered: Undo[] = [];
    let outcome: T | undefined;
    try {
      outcome = await attempt((undo) => registered.push(undo));
    } finally {
      if (outcome === undefined) for (const undo of registered.reverse()) await this.#undo(undo);
    }
    return outcome;
  }

  /** Resolves when the running work has ended. */
  close(): Promise<void> {
    return this.#queue.close();
  }

  /** Never rejects: the answer to the write must not wait for a medium that is full. */
  async #undo(undo: Undo): Promise<void> {
    try {
      await undo();
    } catch (error) {
      this.#reportProblem(`${PROBLEM} failed`, error);
      const key = `${this.#count++}`;
      this.#pending.set(key, undo);
      this.#queue.addRateLimited(key);
    }
  }

  async #retry(key: string): Promise<undefined> {
    await this.#pending.get(key)?.();
    this.#pending.delete(key);
  }
}
