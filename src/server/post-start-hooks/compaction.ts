import { type Clock, type Random, type ReportProblem, stopwatch } from '../../api/environment.ts';
import { WorkQueue } from '../../client/work-queue.ts';
import type { Storage } from '../../storage/storage.ts';
import { compactHistory, MOST_KEPT, SURPLUS } from '../objects/compact-history.ts';

const HISTORY = 'the history';

/** Number of checks within one retention. */
const CHECKS_PER_RETENTION = 10;

/**
 * Number of revisions kept from before the start. Their age is unknown, and a server that never runs for the whole
 * retention would otherwise keep all of them.
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

/** Compacts the history that is older than the retention or more than a limit, which is lower at the start. */
export class Compaction {
  readonly #storage: Storage;
  readonly #clock: Clock;
  readonly #retention: number;
  readonly #queue: WorkQueue;
  /** The revision up to which the history was compacted since the start. */
  #compacted = 0;
  #unfollow: () => void = () => undefined;
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

  async start(): Promise<void> {
    this.#queue.add(HISTORY);
    const reached = (revision: number): void => {
      if (revision - this.#compacted > MOST_KEPT + SURPLUS) this.#queue.add(HISTORY);
    };
    this.#unfollow = await this.#storage.follow('', {
      changed: ([change]) => reached(change?.revision ?? 0),
      progressed: reached,
    });
  }

  /** Resolves when the running work has ended. */
  close(): Promise<void> {
    this.#unfollow();
    return this.#queue.close();
  }

  async #check(): Promise<void> {
    const now = stopwatch(this.#clock);
    const old = this.#marks.findLast(({ time }) => time <= now - this.#retention);
    const mark = { time: now, revision: await this.#storage.revision() };
    const most = this.#marks.length === 0 ? KEPT_AT_START : MOST_KEPT;
    const before = this.#compacted;
    this.#compacted = Math.max(before, old?.revision ?? 0, mark.revision - most);
    if (this.#compacted > 0) await compactHistory(this.#storage, this.#clock, this.#compacted, before || undefined);
    this.#marks = [...this.#marks.filter(({ time }) => time > now - this.#retention), mark];
  }
}
