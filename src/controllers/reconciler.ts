import type { ChangeReason, Reason } from '../api/debug/causes.ts';
import type { Clock, Random, ReportProblem } from '../api/environment.ts';
import type { ApiObject } from '../api/object.ts';
import { aborted } from '../client/aborted.ts';
import type { ApiClient } from '../client/api-client.ts';
import { ApiError } from '../client/api-error.ts';
import type { Informer } from '../client/informer.ts';
import { causedBy } from '../client/loop-client.ts';
import { objectKey } from '../client/object-key.ts';
import { type Requeue, WorkQueue } from '../client/work-queue.ts';
import type { ControllerFlags } from './flags/controller-flags.ts';
import { workersOf } from './flags/workers.ts';

export interface ReconcilerOptions<T extends ApiObject> {
  /** The name of the controller, for reports and for its number of workers. */
  readonly name: string;
  readonly informer: Informer<T>;
  /** Selects the objects whose changes trigger a call; by default all. */
  selects?(object: T): boolean;
  /** Returns the milliseconds from an update of an object to the call; by default none. */
  delayOf?(object: T, previous: T): number;
  readonly client: ApiClient;
  readonly clock: Clock;
  readonly random: Random;
  readonly reportProblem: ReportProblem;
  readonly flags?: ControllerFlags;
  /**
   * Brings the cluster to the state that the object specifies. An error or a `Requeue` leads to another call.
   * @param client states what led to the call as the cause of its writes
   */
  reconcile(object: T, client: ApiClient): Promise<Requeue | undefined>;
  /** Called with the key of an object that no longer exists. An error leads to another call. */
  removed?(key: string, client: ApiClient): Promise<void>;
}

/** Which changes of another collection trigger calls. */
export interface WatchOptions<U> {
  /** Selects updates; by default all. */
  affects?(object: U, previous: U): boolean;
  /** Selects the objects that controllers of a kind control, and those without a controller; by default all. */
  readonly controlledBy?: string;
  /** Milliseconds for which changes are batched. */
  readonly delay?: number;
}

/** A collection that a reconciler depends on: how to run and await its informer. */
type Dependency = Pick<Informer<ApiObject>, 'run' | 'whenSynced'>;

/**
 * Calls `reconcile` for every added or updated object, one call at a time per object. Calls start after all informers
 * have synced.
 */
export class Reconciler<T extends ApiObject> {
  readonly #options: ReconcilerOptions<T>;
  readonly #queue: WorkQueue;
  readonly #dependencies = new Set<Dependency>();
  readonly #unsubscribes: (() => void)[] = [];
  /** Resolves to false when the reconciler is stopped before its informers have synced. */
  readonly #synced: Promise<boolean>;
  #setSynced: (isSynced: boolean) => void = () => undefined;

  constructor(options: ReconcilerOptions<T>) {
    this.#options = options;
    this.#synced = new Promise((resolve) => {
      this.#setSynced = resolve;
    });
    this.#queue = new WorkQueue({
      ...options,
      describe: (key) => `${options.name}: reconciling ${key}`,
      work: (key, reasons) => this.#reconcile(key, reasons),
      // Conflicts with another writer and a closing server are expected. Other errors are defects.
      isExpected: (error) => error instanceof ApiError,
      workers: workersOf(options.name, options.flags),
      // Many pods of one owner change in one turn, and the owner is reconciled once for all of them.
      gathersAdds: true,
    });
    this.#follow(options);
  }

  /** Delays calls for a collection that `reconcile` reads, although its changes trigger none. */
  dependOn(informer: Dependency): void {
    this.#dependencies.add(informer);
  }

  /** Queues the objects whose keys `keysOf` returns for each changed object of another collection. */
  watch<U extends ApiObject>(
    informer: Informer<U>,
    keysOf: (object: U) => readonly string[],
    { affects = () => true, controlledBy, delay = 0 }: WatchOptions<U> = {},
  ): void {
    const add = (key: string, reason: ChangeReason): void =>
      delay > 0 ? this.#queue.addAfter(key, delay, reason) : this.#queue.add(key, reason);
    const enqueue = (object: U): void => {
      for (const key of keysOf(object)) add(key, informer.reasonOf(object));
    };
    this.#dependencies.add(informer);
    const updated = (object: U, previous: U): void => {
      if (!affects(object, previous)) return;
      const before = keysOf(previous);
      const reason = informer.reasonOf(object);
      for (const key of before) add(key, reason);
      // A key that is added twice would count as changing often.
      for (const key of keysOf(object)) if (!before.includes(key)) add(key, reason);
    };
    this.#unsubscribes.push(informer.subscribe({ controlledBy, added: enqueue, updated, deleted: enqueue }));
  }

  #follow({ informer, selects = () => true, delayOf = () => 0 }: ReconcilerOptions<T>): void {
    const enqueue = (object: T): void => {
      if (selects(object)) this.#queue.add(objectKey(object), informer.reasonOf(object));
    };
    const updated = (object: T, previous: T): void => {
      if (!selects(object) && !selects(previous)) return;
      const delay = delayOf(object, previous);
      const reason = informer.reasonOf(object);
      if (delay > 0) this.#queue.addAfter(objectKey(object), delay, reason);
      else this.#queue.add(objectKey(object), reason);
    };
    this.#dependencies.add(informer);
    this.#unsubscribes.push(informer.subscribe({ added: enqueue, updated, deleted: enqueue }));
  }

  /** Runs until the signal is aborted. Resolves when pending calls have ended. Never rejects. */
  async run(signal: AbortSignal): Promise<void> {
    const informers = [...this.#dependencies];
    const runs = informers.map((informer) => informer.run(signal));
    const synced = await Promise.all(informers.map((informer) => informer.whenSynced(signal)));
    this.#setSynced(!synced.includes(false));
    await aborted(signal);
    for (const unsubscribe of this.#unsubscribes) unsubscribe();
    await Promise.all([...runs, this.#queue.close()]);
  }

  async #reconcile(key: string, reasons: readonly Reason[]): Promise<Requeue | undefined> {
    if (!(await this.#synced)) return undefined;
    const { name: component, informer, reconcile, removed } = this.#options;
    const client = causedBy(this.#options.client, { component, reasons });
    const object = informer.get(key);
    if (object) return reconcile(object, client);
    await removed?.(key, client);
    this.#queue.forget(key);
    return undefined;
  }
}
