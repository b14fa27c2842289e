import { type Clock, type Random, type ReportProblem, stopwatch } from '../../api/environment.ts';
import { WorkQueue } from '../../client/work-queue.ts';
import type { Storage } from '../../storage/storage.ts';

/** Number of checks within one retention. */
const CHECKS_PER_RETENTION = 10;

/**
 * How many revisions from before the start are kept. Their age is unknown, and servers that never run for as long as the
 * retention would keep all.
 */
const KEPT_AT_START = 10_000;

export interface CompactionOptions {
  readonly storage: Storage;
  readonly clock: Clock;
  readonly random: Random;
  readonly reportProblem: ReportProblem;
  /** Age at which history is compacted; 5 minutes by default. */
  readonly retentionMilliseconds?: number;
}

/** Compacts the history that is older than the retention, and at the start what is more than a limit. */
export class Compaction {
  readonly #storage: Storage;
  readonly #clock: Clock;
  readonly #retention: number;
  readonly #queue: WorkQueue;
  /** The newest revision at each check, oldest first. */
  #marks: readonly { readonly time: number; readonly revision: number }[] = [];

  constructor({ storage, retentionMilliseconds = 300_000, ...parts }: CompactionOptions) {
    this.#storage = storage;
    this.#clock = parts.clock;
    this.#retention = retentionMilliseconds;
    this.#queue = new WorkQueue({
      ...parts,
      describe: (key) => `compacting ${key}`,
      work: async () => {
        await this.#check();
        return { after: retentionMilliseconds / CHECKS_PER_RETENTION };
      },
    });
  }

  start(): void {
    this.#queue.add('the history');
  }

  /** Resolves when the running work has ended. */
  close(): Promise<void> {
    return this.#queue.close();
  }

  async #check(): Promise<void> {
    const now = stopwatch(this.#clock);
    const old = this.#marks.findLast(({ time }) => time <= now - this.#retention);
    const mark = { time: now, revision: await this.#storage.revision() };
    const isStart = this.#marks.length === 0;
    const compacted = isStart ? mark.revision - KEPT_AT_START : old?.revision;
    if (compacted !== undefined && compacted > 0) await this.#storage.compact(compacted);
    this.#marks = [...this.#marks.filter(({ time }) => time > now - this.#retention), mark];
  }
}
