import { setImmediate as immediate, setTimeout as sleep } from 'node:timers/promises';
import { goJson } from '../../../api/encoding/go-json.ts';
import { reportToConsole } from '../../../api/environment.ts';
import { errorText } from '../../../api/error-text.ts';
import { CommittedStorage } from '../../../storage/committed-storage.ts';
import { differencesBetween } from '../../../storage/differences.ts';
import {
  type Change,
  type CommitResult,
  type CommitSize,
  CommitTooLargeError,
  FutureRevisionError,
  type Storage,
  StorageFullError,
  StorageUnavailableError,
  type Write,
} from '../../../storage/storage.ts';
import { AwaitedConditions } from './awaited-conditions.ts';
import { detailsOf, EtcdClient, type EtcdOptions, isUnavailable, messageOf, type WatchStream } from './etcd-client.ts';
import { type Content, entryOf, markPrefix, putOf, readContent } from './etcd-content.ts';
import { EtcdKeys } from './etcd-keys.ts';
import type {
  Header,
  KeyValue,
  RequestOp,
  TxnRequest,
  TxnResponse,
  WatchEvent,
  WatchResponse,
} from './etcd-protocol.ts';

export interface EtcdStorageOptions extends EtcdOptions {
  /** The prefix of the storage's keys: `/tabplane`. */
  readonly prefix: string;
}

/**
 * The largest commit that every etcd accepts with its default flags, whatever its texts: 128 operations, and 1.5 MiB at
 * up to three bytes per character.
 */
const LARGEST_COMMIT: CommitSize = { writes: 128, characters: 500_000 };

/** Longest time that a commit or a read waits for the watch, in milliseconds. */
const LONGEST_WAIT = 10_000;

/** How long a read waits for the watch, in milliseconds, before it attributes missing revisions to writes of others. */
const WATCH_DELAY = 20;

/** The delay before an ended watch is reopened, in milliseconds. It doubles from the first to the longest. */
const FIRST_DELAY = 50;
const LONGEST_DELAY = 1_000;

/**
 * Opens a storage on an etcd that other storages may share.
 * @throws Error that says why etcd cannot be used
 */
export async function openEtcdStorage({ prefix, ...options }: EtcdStorageOptions): Promise<Storage> {
  const client = new EtcdClient(options);
  const keys = new EtcdKeys(prefix);
  try {
    await markPrefix(client, keys, prefix);
    return new EtcdStorage(client, keys, await readContent(client, keys));
  } catch (error) {
    client.close();
    throw isUnavailable(error)
      ? new Error(`etcd cannot be reached at ${options.servers.join(', ')}: ${detailsOf(error)}`)
      : error;
  }
}

/**
 * A storage whose state is a copy of etcd's keys below a prefix. One watch on the prefix updates it, and nothing else
 * changes it: a commit is acknowledged when the watch has delivered it.
 */
class EtcdStorage extends CommittedStorage {
  readonly largestCommit = LARGEST_COMMIT;
  readonly #client: EtcdClient;
  readonly #keys: EtcdKeys;
  readonly #cluster: number;
  readonly #conditions = new AwaitedConditions();
  readonly #pending = new Set<Promise<unknown>>();
  /** The last pending commit that writes a key. */
  readonly #lastOf = new Map<string, Promise<unknown>>();
  /** The objects of pending commits with their texts, by key. */
  readonly #sent = new Map<string, { readonly text: string; readonly object: object }>();
  #stream: WatchStream | undefined;
  #delay = FIRST_DELAY;
  #isClosed = false;
  /** Why the storage can no longer be used. */
  #failure: Error | undefined;
  /** The running comparison with etcd, and the next one. */
  #comparing: Promise<void> | undefined;
  #nextComparing: Promise<void> | undefined;

  constructor(client: EtcdClient, keys: EtcdKeys, { header, entries }: Content) {
    super({ entries, changes: [], revision: header.revision, compacted: header.revision });
    this.#client = client;
    this.#keys = keys;
    this.#cluster = header.cluster_id;
    this.#watch();
  }

  commit(writes: readonly Write[]): Promise<CommitResult> {
    if (this.#isClosed) return Promise.reject(new Error('the storage is closed'));
    // etcd executes concurrent calls in any order, so calls that write the same key are made one after the other.
    const before = writes.flatMap(({ key }) => this.#lastOf.get(key) ?? []);
    const judged = before.length > 0 ? Promise.allSettled(before).then(() => this.#judge(writes)) : this.#judge(writes);
    for (const { key } of writes) this.#lastOf.set(key, judged);
    const answered = this.#answer(writes, judged);
    this.#pending.add(answered);
    const done = (): void => {
      this.#pending.delete(answered);
      for (const { key } of writes) if (this.#lastOf.get(key) === judged) this.#lastOf.delete(key);
    };
    answered.then(done, done);
    return answered;
  }

  async compact(revision: number): Promise<void> {
    if (revision > this.state.map.revision) throw new FutureRevisionError(this.state.map.revision);
    this.state.map.compact(revision);
    try {
      await this.#call(() => this.#client.call('Compact', { revision }));
    } catch (error) {
      // Another storage has already compacted as much or more.
      if (!/has been compacted/.test(detailsOf(error))) throw error;
    }
  }

  catchUp(): Promise<void> {
    // Only a comparison that starts after this call answers it; the running one may have read etcd before.
    // It starts after the requests that have arrived with this one have called, too, so that all of them share it.
    this.#nextComparing ??= (this.#comparing ?? Promise.resolve())
      .catch(() => undefined)
      .then(() => immediate())
      .then(() => {
        this.#comparing = this.#nextComparing;
        this.#nextComparing = undefined;
        return this.#compare();
      });
    return this.#nextComparing;
  }

  async ping(): Promise<void> {
    await this.#newest();
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await Promise.allSettled(this.#pending);
    this.#stream?.end();
    this.#client.close();
  }

  /** Waits until the state includes everything that was committed before the call. */
  async #compare(): Promise<void> {
    const newest = await this.#newest();
    const isReached = () => this.state.map.revision >= newest;
    if (isReached() || (await this.#conditions.wait(isReached, WATCH_DELAY))) return;
    // Others have written elsewhere, or the watch is late. The watch delivers a write to the mark after everything
    // before it, which the responses to progress requests of etcd 3.4 do not guarantee.
    const put = await this.#call(() =>
      this.#client.call('Txn', {
        compare: [],
        success: [putOf(this.#keys.mark)],
        failure: [],
      }),
    );
    await this.#reach(() => this.state.map.revision >= put.header.revision);
  }

  /** Returns the latest revision that any member has. */
  async #newest(): Promise<number> {
    const { header } = await this.#call(() => this.#client.read({ key: this.#keys.mark, keys_only: true }));
    return header.revision;
  }

  async #judge(writes: readonly Write[]): Promise<TxnResponse> {
    const compare: TxnRequest['compare'][number][] = [];
    const success: RequestOp[] = [];
    const failure: RequestOp[] = [];
    for (const { key: own, value, expected } of writes) {
      const key = this.#keys.inEtcd(own);
      const text = typeof value === 'object' && value ? goJson(value) : value;
      if (typeof value === 'object' && value && text !== null) this.#sent.set(own, { text, object: value });
      compare.push({ target: 'MOD', key, mod_revision: expected });
      success.push(text === null ? { request_delete_range: { key } } : { request_put: { key, value: text } });
      failure.push({ request_range: { key } });
    }
    // Deletes of absent keys would not change the revision.
    if (writes.every(({ value, expected }) => value === null && expected === 0)) success.push(putOf(this.#keys.mark));
    try {
      return await this.#call(() => this.#client.call('Txn', { compare, success, failure }));
    } catch (error) {
      for (const { key } of writes) this.#sent.delete(key);
      throw commitErrorOf(error);
    }
  }

  /** Answers a commit when the state includes the values that decided it. */
  async #answer(writes: readonly Write[], judged: Promise<TxnResponse>): Promise<CommitResult> {
    const { header, succeeded, responses } = await judged;
    if (succeeded) {
      await this.#reach(() => this.state.map.revision >= header.revision);
      return { committed: true, revision: header.revision };
    }
    const found = writes.map(({ key, expected }, index) => {
      this.#sent.delete(key);
      return { key, expected, kv: responses[index]?.response_range?.kvs[0] };
    });
    await this.#reach(() => this.state.map.revision >= header.revision || found.every((one) => this.#hasFound(one)));
    const conflict = found.find(({ kv, expected }) => (kv?.mod_revision ?? 0) !== expected);
    if (!conflict) throw new Error('etcd has refused a commit whose keys have the expected revisions');
    return { committed: false, key: conflict.key, found: conflict.kv && entryOf(this.#keys, conflict.kv) };
  }

  /**
   * Reports whether a key's state is as new as etcd's answer, or newer. A late state has a key that etcd has deleted.
   */
  #hasFound({ key, kv }: { readonly key: string; readonly kv: KeyValue | undefined }): boolean {
    const revision = this.state.map.get(key)?.revision ?? 0;
    return kv ? revision >= kv.mod_revision : revision === 0;
  }

  /** Calls etcd, and checks that it is the cluster from which the state was read. */
  async #call<Response extends { readonly header: Header }>(call: () => Promise<Response>): Promise<Response> {
    if (this.#failure) throw this.#failure;
    try {
      const response = await call();
      this.#check(response.header);
      return response;
    } catch (error) {
      throw isUnavailable(error) ? new StorageUnavailableError(messageOf(error), { cause: error }) : error;
    }
  }

  #check({ cluster_id }: Header): void {
    if (cluster_id === this.#cluster) return;
    this.#fail(new StorageUnavailableError('etcd was replaced by another one: restart the server'));
  }

  #fail(error: Error): never {
    this.#failure ??= error;
    throw error;
  }

  /** Waits until the state meets a condition. @throws StorageUnavailableError on timeout */
  async #reach(isMet: () => boolean): Promise<void> {
    if (isMet() || (await this.#conditions.wait(isMet, LONGEST_WAIT))) return;
    throw new StorageUnavailableError('etcd does not deliver its changes');
  }

  #watch(): void {
    this.#stream = this.#client.watch(
      (response) => this.#receive(response),
      (error) => void this.#watchAgain(error),
    );
    const start = this.state.map.revision + 1;
    this.#stream.send({ create_request: { ...this.#keys.range, start_revision: start, progress_notify: true } });
  }

  /** Reopens the watch after a delay. */
  async #watchAgain(error: Error): Promise<void> {
    if (this.#isClosed || this.#failure) return;
    if (this.#delay === FIRST_DELAY)
      reportToConsole('the watch of etcd has ended, and is opened again', detailsOf(error));
    await sleep(this.#delay);
    this.#delay = Math.min(2 * this.#delay, LONGEST_DELAY);
    if (!this.#isClosed) this.#watch();
  }

  #receive(response: WatchResponse): void {
    try {
      this.#check(response.header);
      if (response.created && !response.canceled) this.#delay = FIRST_DELAY;
      if (response.canceled) this.#receiveEnd(response);
      else if (response.events.length > 0) this.#apply(response.events);
      else if (!response.created && response.watch_id >= 0) this.state.progress(response.header.revision);
      this.#conditions.check();
    } catch (error) {
      this.#stream?.end();
      this.#failure ??= new StorageUnavailableError(errorText(error), { cause: error });
      reportToConsole('the watch of etcd has failed', error);
    }
  }

  #receiveEnd({ compact_revision, cancel_reason }: WatchResponse): void {
    this.#stream?.end();
    if (compact_revision > 0) void this.#reload();
    else void this.#watchAgain(new Error(cancel_reason || 'etcd has cancelled the watch'));
  }

  /** Reads the current content, because the history since the last state is compacted. */
  async #reload(): Promise<void> {
    try {
      const { header, entries } = await this.#call(() => readContent(this.#client, this.#keys));
      const { map } = this.state;
      if (header.revision < map.revision)
        this.#fail(new StorageUnavailableError('etcd was restored from a backup: restart the server'));
      const changes = differencesBetween(map, entries, header.revision);
      if (changes.length > 0) this.state.apply({ revision: header.revision, changes });
      else this.state.progress(header.revision);
      this.#conditions.check();
      if (!this.#isClosed) this.#watch();
    } catch (error) {
      void this.#watchAgain(new Error(errorText(error)));
    }
  }

  /** Applies events. Events of one commit have the same revision. */
  #apply(events: readonly WatchEvent[]): void {
    for (let first = 0; first < events.length; ) {
      const revision = events[first]?.kv.mod_revision ?? 0;
      const changes: Change[] = [];
      let next = first;
      for (; events[next]?.kv.mod_revision === revision; next++) {
        const event = events[next];
        if (event && event.kv.key !== this.#keys.mark) changes.push(this.#changeOf(event, revision));
      }
      first = next;
      if (changes.length > 0) this.state.apply({ revision, changes });
      else this.state.progress(revision);
    }
  }

  #changeOf({ type, kv }: WatchEvent, revision: number): Change {
    const key = this.#keys.ofEtcd(kv.key);
    const sent = this.#sent.get(key);
    const object = type === 'PUT' && sent?.text === kv.value ? sent.object : undefined;
    if (object) this.#sent.delete(key);
    return {
      revision,
      key,
      previous: this.state.map.get(key),
      current: type === 'DELETE' ? undefined : entryOf(this.#keys, kv, object),
    };
  }
}

/** Returns the storage error for an error of etcd. */
function commitErrorOf(error: unknown): unknown {
  const details = detailsOf(error);
  if (/database space exceeded/.test(details)) return new StorageFullError(details, { cause: error });
  if (/too many operations|request is too large|larger than max/.test(details))
    return new CommitTooLargeError(LARGEST_COMMIT);
  return error;
}
