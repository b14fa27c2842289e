import type { Clock, Random, ReportProblem } from '../../api/environment.ts';
import { Retries } from '../../client/retries.ts';

type Undo = () => Promise<void>;

/** Undoes what admission did for writes that failed: quotas that were charged. */
export class FailedWrites {
  readonly #retries: Retries;
  readonly #reportProblem: ReportProblem;
  #count = 0;

  constructor(parts: { readonly clock: Clock; readonly random: Random; readonly reportProblem: ReportProblem }) {
    this.#retries = new Retries(parts);
    this.#reportProblem = parts.reportProblem;
  }

  /** Runs one attempt of a write; it failed when it throws, or gives nothing because another write came first. */
  async undoIfFailed<T>(attempt: (onFailure: (undo: Undo) => void) => Promise<T | undefined>): Promise<T | undefined> {
    const registered: Undo[] = [];
    let outcome: T | undefined;
    try {
      outcome = await attempt((undo) => registered.push(undo));
    } finally {
      if (outcome === undefined) for (const undo of registered.reverse()) await this.#undo(undo, `${this.#count++}`);
    }
    return outcome;
  }

  stop(): void {
    this.#retries.stop();
  }

  /** Never rejects: the answer to the write must not wait for a medium that is full. */
  async #undo(undo: Undo, key: string): Promise<void> {
    try {
      await undo();
      this.#retries.forget(key);
    } catch (error) {
      this.#reportProblem('undoing what admission did for a failed write failed', error);
      this.#retries.schedule(key, () => void this.#undo(undo, key));
    }
  }
}
