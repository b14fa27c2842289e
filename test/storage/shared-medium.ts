import { goJson } from '../../src/api/encoding/go-json.ts';
import { CommittedState } from '../../src/storage/committed-state.ts';
import { keptEntry } from '../../src/storage/kept-entry.ts';
import { createMemoryStorage } from '../../src/storage/memory-storage.ts';
import {
  type Change,
  type CommitResult,
  type CommitSize,
  CommitTooLargeError,
  type Entry,
  type Follower,
  FutureRevisionError,
  type Listing,
  type ListOptions,
  type Storage,
  type Write,
} from '../../src/storage/storage.ts';

/** The prefix of the storages' keys on the medium. Other writers use other keys. */
const PREFIX = 'storages:';
const ELSEWHERE = 'others';

/** Longest delay of an answer or an announcement, in turns of the event loop. */
const MOST_TURNS = 3;

export interface SharedMediumOptions {
  readonly firstRevision?: number;
  /** Determines the delays, and when others write. */
  readonly seed?: number;
}

/**
 * A medium over a network, like etcd, that several storages share. Answers and announcements are delayed independently.
 * Other writers raise the revision with keys that no storage sees; the medium reports its revision only sometimes.
 */
export class SharedMedium {
  readonly #medium: Storage;
  #state: number;

  static async open({ firstRevision = 0, seed = 1 }: SharedMediumOptions = {}): Promise<SharedMedium> {
    return new SharedMedium(await createMemoryStorage({ firstRevision }), seed);
  }

  private constructor(medium: Storage, seed: number) {
    this.#medium = medium;
    this.#state = seed;
  }

  openStorage(): Promise<Storage> {
    return RemoteStorage.open(this.#medium, {
      chance: (share) => this.#random() < share,
      delay: () => this.#delay(),
      writeElsewhere: () => this.#writeElsewhere(),
    });
  }

  async #writeElsewhere(): Promise<void> {
    const live = await this.#medium.get(ELSEWHERE);
    await this.#medium.commit([{ key: ELSEWHERE, value: 'x', expected: live?.revision ?? 0 }]);
  }

  async #delay(): Promise<void> {
    const turns = Math.floor(this.#random() * (MOST_TURNS + 1));
    for (let turn = 0; turn < turns; turn++) await new Promise((resolve) => setImmediate(resolve));
  }

  /** Returns a number from 0 up to 1. */
  #random(): number {
    this.#state = (Math.imul(this.#state, 1_664_525) + 1_013_904_223) >>> 0;
    return this.#state / 2 ** 32;
  }
}

/** The 128 writes are etcd's limit. */
const LARGEST_COMMIT: CommitSize = { writes: 128, characters: 1_500_000 };

/** The behavior of the network between a storage and its medium. */
interface Network {
  /** Returns true for the given share of its calls. */
  chance(share: number): boolean;
  delay(): Promise<void>;
  writeElsewhere(): Promise<void>;
}

/** A commit with texts, or only the revision of the medium. */
interface Message {
  readonly revision: number;
  readonly written: readonly { readonly key: string; readonly entry: Entry | undefined }[];
}

const NOTHING: Message['written'] = [];

/** A storage whose state is a cache: it follows the medium, and answers a writer once it has received the commit. */
class RemoteStorage implements Storage {
  readonly largestCommit = LARGEST_COMMIT;
  readonly #medium: Storage;
  readonly #network: Network;
  readonly #state: CommittedState;
  readonly #messages: Message[] = [];
  readonly #waiting = new Set<{ readonly revision: number; readonly resolve: () => void }>();
  readonly #pending = new Set<Promise<unknown>>();
  /** Resolves when all commits called so far are committed or rejected. */
  #judged: Promise<unknown> = Promise.resolve();
  #isReceiving = false;
  #isClosed = false;
  #end: () => void = () => undefined;

  static async open(medium: Storage, network: Network): Promise<Storage> {
    let storage: RemoteStorage | undefined;
    const end = await medium.follow(PREFIX, {
      began: ({ entries, revision }) => {
        storage = new RemoteStorage(medium, network, entries, revision);
      },
      changed: (changes) => storage?.receive(messageOf(changes)),
      progressed: (revision) => {
        if (network.chance(0.3)) storage?.receive({ revision, written: NOTHING });
      },
    });
    if (!storage) throw new Error('a follower begins before it has followed');
    storage.#end = end;
    return storage;
  }

  private constructor(medium: Storage, network: Network, entries: readonly Entry[], revision: number) {
    this.#medium = medium;
    this.#network = network;
    const own = entries.map((entry) => copied(entry));
    this.#state = new CommittedState({ entries: own, changes: [], revision, compacted: revision });
  }

  revision(): Promise<number> {
    return this.#read(() => this.#state.map.revision);
  }

  get(key: string): Entry | undefined | Promise<Entry | undefined> {
    const read = () => this.#state.map.get(key);
    return this.#network.chance(0.3) ? read() : this.#read(read);
  }

  list(prefix: string, options: ListOptions = {}): Promise<Listing> {
    return this.#read(() => this.#state.map.list(prefix, options));
  }

  changesSince(revision: number, prefix = ''): Promise<readonly Change[]> {
    return this.#read(() => this.#state.map.changesSince(revision, prefix));
  }

  async follow(prefix: string, follower: Follower): Promise<() => void> {
    await this.#network.delay();
    return this.#state.follow(prefix, follower);
  }

  commit(writes: readonly Write[]): Promise<CommitResult> {
    if (this.#isClosed) return Promise.reject(new Error('the storage is closed'));
    const sent = writes.map(({ key, value, expected }) => ({
      key: PREFIX + key,
      value: typeof value === 'object' && value ? goJson(value) : value,
      expected,
    }));
    const characters = sent.reduce((sum, { key, value }) => sum + key.length + (value?.length ?? 0), 0);
    if (sent.length > LARGEST_COMMIT.writes || characters > LARGEST_COMMIT.characters)
      return Promise.reject(new CommitTooLargeError(LARGEST_COMMIT));
    const judged = this.#judged.then(() => this.#judge(sent));
    this.#judged = judged;
    const answered = judged.then((answer) => this.#answer(answer));
    this.#pending.add(answered);
    return answered.finally(() => this.#pending.delete(answered));
  }

  async compact(revision: number): Promise<void> {
    await this.#network.delay();
    if (revision > this.#state.map.revision) throw new FutureRevisionError(this.#state.map.revision);
    this.#state.map.compact(revision);
    await this.#medium.compact(revision);
  }

  async catchUp(): Promise<void> {
    await this.#network.delay();
    const revision = await this.#medium.revision();
    this.receive({ revision, written: NOTHING });
    await this.#reach(revision);
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await Promise.all(this.#pending);
    this.#end();
  }

  receive(message: Message): void {
    this.#messages.push(message);
    if (this.#isReceiving) return;
    this.#isReceiving = true;
    this.#receiveAll().catch((error: unknown) => console.error('receiving from the medium failed', error));
  }

  async #receiveAll(): Promise<void> {
    for (let next = this.#messages.shift(); next; next = this.#messages.shift()) {
      await this.#network.delay();
      const { revision, written } = next;
      const changes = written.map(
        ({ key, entry }): Change => ({ revision, key, previous: this.#state.map.get(key), current: entry }),
      );
      if (changes.length > 0) this.#state.apply({ revision, changes });
      else this.#state.progress(revision);
      for (const waiting of this.#waiting) {
        if (waiting.revision > revision) continue;
        this.#waiting.delete(waiting);
        waiting.resolve();
      }
    }
    this.#isReceiving = false;
  }

  async #judge(writes: readonly Write[]): Promise<{ result: CommitResult; revision: number }> {
    await this.#network.delay();
    if (this.#network.chance(0.3)) await this.#network.writeElsewhere();
    const result = await this.#medium.commit(writes);
    return { result, revision: result.committed ? result.revision : await this.#medium.revision() };
  }

  async #answer({ result, revision }: { result: CommitResult; revision: number }): Promise<CommitResult> {
    // The medium reports its revision on request, after sending everything before it.
    if (!result.committed) this.receive({ revision, written: NOTHING });
    await this.#reach(revision);
    if (result.committed) return result;
    return { committed: false, key: result.key.slice(PREFIX.length), found: result.found && copied(result.found) };
  }

  async #reach(revision: number): Promise<void> {
    if (this.#state.map.revision < revision)
      await new Promise<void>((resolve) => this.#waiting.add({ revision, resolve }));
  }

  /** Reads before or after the delay, so that the result may be stale. */
  async #read<T>(read: () => T): Promise<T> {
    if (this.#network.chance(0.5)) {
      const early = read();
      await this.#network.delay();
      return early;
    }
    await this.#network.delay();
    return read();
  }
}

const messageOf = (changes: readonly Change[]): Message => ({
  revision: changes[0]?.revision ?? 0,
  written: changes.map(({ key, current }) => ({ key: key.slice(PREFIX.length), entry: current && copied(current) })),
});

/** Returns a copy of a medium's entry, with the key of the storage. */
const copied = ({ key, value, createRevision, revision }: Entry): Entry =>
  keptEntry(key.slice(PREFIX.length), value, createRevision, revision);
