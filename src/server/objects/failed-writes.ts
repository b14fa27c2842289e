import type { Clock, Random, ReportProblem } from '../../api/environment.ts';
import { WorkQueue } from '../../client/work-queue.ts';

export type Undo = () => Promise<void>;

const PROBLEM = 'undoing what admission did for a failed write';

/** Undoes the effects of admission when a write fails, such as charged quotas. */
export class FailedWrites {
  readonly #reportProblem: ReportProblem;
  readonly #queue: WorkQueue;
  /** Failed undo functions, by their key in the queue. */
  readonly #pending = new Map<string, Undo>();
  #count = 0;

  constructor(parts: { readonly clock: Clock; readonly random: Random; readonly reportProblem: ReportProblem }) {
    this.#reportProblem = parts.reportProblem;
    this.#queue = new WorkQueue({ ...parts, describe: () => PROBLEM, work: (key) => this.#retry(key) });
  }

  /** Calls the functions in reverse order. Reports and later retries those that fail; never rejects. */
  async undo(undos: readonly Undo[]): Promise<void> {
    for (const undo of [...undos].reverse()) await this.#attempt(undo);
  }

  /** Resolves when the running work has ended. */
  close(): Promise<void> {
    return this.#queue.close();
  }

  /** Never rejects: the response to the write must not wait for a full medium. */
  async #attempt(undo: Undo): Promise<void> {
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
