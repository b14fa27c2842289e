import { type ChangeReason, changeOf } from '../api/debug/causes.ts';
import { type Clock, type Random, type ReportProblem, reportToConsole } from '../api/environment.ts';
import { deepFreeze } from '../api/memory/deep-freeze.ts';
import type { ApiObject } from '../api/object.ts';
import { isPromise } from '../api/realms.ts';
import { aborted } from './aborted.ts';
import { Indexer, type IndexFunction, type Lister, type Selection } from './indexer.ts';
import { objectKey } from './object-key.ts';
import { controllerOf } from './objects/controller-of.ts';
import { Reflector, type ReflectorSource, type ReflectorState } from './reflector.ts';

/** Called after the store has changed. A relist calls only for objects that differ. */
export interface InformerHandlers<T> {
  /**
   * A kind of controllers. Handlers receive only objects that one of them controls, and objects without a controller. A
   * change of an object's controller counts for both the previous and the new one.
   */
  readonly controlledBy?: string | undefined;
  added?(object: T): void;
  updated?(object: T, previous: T): void;
  /** `object`: its last known state. */
  deleted?(object: T): void;
  state?(state: ReflectorState): void;
}

/** What an informer follows, and what it runs on. */
export interface InformerOptions<T> {
  readonly source: ReflectorSource<T>;
  /** The plural and the group of the objects, for reasons that name them. */
  readonly resource?: string;
  readonly clock: Clock;
  readonly random: Random;
  /** Receives errors that handlers throw or reject with; the console by default. */
  readonly reportProblem?: ReportProblem;
  /** Reports whether an error of a request ends the informer. None does by default. */
  readonly isFinal?: (error: unknown) => boolean;
}

/** The arguments of handlers. */
interface Change<T> {
  readonly type: 'added' | 'updated' | 'deleted';
  readonly object: T;
  /** The previous object of an update; otherwise the object itself. */
  readonly previous: T;
}

/** Registered handlers. */
interface Subscription<T> {
  readonly handlers: InformerHandlers<T>;
  isActive: boolean;
}

interface Session {
  readonly abort: AbortController;
  readonly ended: Promise<void>;
}

/**
 * A collection in memory that follows the server by list and watch, for any number of users: the first `run` starts it,
 * the end of the last one stops it.
 */
export class Informer<T extends ApiObject> implements Lister<T> {
  readonly #options: InformerOptions<T>;
  readonly #indexer = new Indexer<T>();
  /** In subscription order. Copied on changes, so that a running round of calls is not affected. */
  #subscriptions: readonly Subscription<T>[] = [];
  readonly #syncListeners = new Set<() => void>();
  #session: Session | undefined;
  #runs = 0;
  #hasSynced = false;

  constructor(options: InformerOptions<T>) {
    this.#options = options;
  }

  /** Returns the reason that a change of one of the objects is. */
  reasonOf(object: T): ChangeReason {
    return changeOf(this.#options.resource ?? '', object);
  }

  /** Whether the first list has arrived since the informer was started. */
  get hasSynced(): boolean {
    return this.#hasSynced;
  }
  get(key: string): T | undefined {
    return this.#indexer.get(key);
  }
  list(selection?: Selection): T[] {
    return this.#indexer.list(selection);
  }
  ownedBy(uid: string): T[] {
    return this.#indexer.ownedBy(uid);
  }
  byIndex(index: string, value: string): T[] {
    return this.#indexer.byIndex(index, value);
  }

  /** Adds indexes for `byIndex`. @throws Error when another index has the name */
  addIndexers(functions: Readonly<Record<string, IndexFunction<T>>>): void {
    this.#indexer.addIndexers(functions);
  }

  /** Adds handlers, which receive every stored object as added first. Returns a function that removes them. */
  subscribe(handlers: InformerHandlers<T>): () => void {
    const subscription: Subscription<T> = { handlers, isActive: true };
    this.#subscriptions = [...this.#subscriptions, subscription];
    for (const object of this.#indexer.list()) this.#announce([subscription], added(object));
    return () => {
      subscription.isActive = false;
      this.#subscriptions = this.#subscriptions.filter((other) => other !== subscription);
    };
  }

  /**
   * Resolves to true when the first list has arrived, or to false when the signal is aborted or the informer ends with a
   * final error before.
   */
  async whenSynced(signal: AbortSignal): Promise<boolean> {
    if (this.#hasSynced) return true;
    let listener: () => void = () => undefined;
    const synced = new Promise<void>((resolve) => {
      listener = resolve;
      this.#syncListeners.add(listener);
    });
    await Promise.race([synced, aborted(signal)]);
    this.#syncListeners.delete(listener);
    return this.#hasSynced;
  }

  /**
   * Keeps the informer running until the signal is aborted. The last run resolves when list and watch have ended;
   * stored objects stay readable. Never rejects.
   */
  async run(signal: AbortSignal): Promise<void> {
    if (signal.aborted) return;
    this.#runs += 1;
    this.#session ??= this.#start();
    const session = this.#session;
    await aborted(signal);
    this.#runs -= 1;
    if (this.#runs > 0) return;
    this.#session = undefined;
    session.abort.abort();
    await session.ended;
  }

  #start(): Session {
    this.#hasSynced = false;
    const abort = new AbortController();
    const reflector = new Reflector({
      ...this.#options,
      sink: {
        replace: (items) => this.#replace(items),
        change: (type, object) => {
          const subscriptions = this.#subscriptions;
          for (const change of type === 'DELETED' ? this.#remove(object) : this.#set(object))
            this.#announce(subscriptions, change);
        },
        state: (state) => {
          for (const { handlers, isActive } of this.#subscriptions) if (isActive) this.#call(handlers, state);
          if (state.phase === 'failed') for (const listener of [...this.#syncListeners]) listener();
        },
      },
    });
    return { abort, ended: reflector.run(abort.signal) };
  }

  /** The store is complete before the first handler is called. */
  #replace(items: readonly T[]): void {
    const listed = new Set(items.map(objectKey));
    const missing = this.#indexer.list().filter((object) => !listed.has(objectKey(object)));
    const changes = [...missing.flatMap((object) => this.#remove(object)), ...items.flatMap((item) => this.#set(item))];
    this.#hasSynced = true;
    // Handlers added by a handler have already received the current state.
    const subscriptions = this.#subscriptions;
    for (const change of changes) this.#announce(subscriptions, change);
    for (const listener of [...this.#syncListeners]) listener();
  }

  #set(object: T): readonly Change<T>[] {
    const previous = this.#indexer.set(deepFreeze(object));
    if (previous === undefined) return [added(object)];
    // Deleted and created again between two lists: handlers must see two objects.
    if (previous.metadata.uid !== object.metadata.uid) return [deleted(previous), added(object)];
    const isSame = previous.metadata.resourceVersion === object.metadata.resourceVersion;
    return isSame ? [] : [{ type: 'updated', object, previous }];
  }

  #remove(object: T): readonly Change<T>[] {
    const isKnown = this.#indexer.delete(objectKey(object)) !== undefined;
    return isKnown ? [deleted(deepFreeze(object))] : [];
  }

  /** Calls the handlers that a change concerns. */
  #announce(subscriptions: readonly Subscription<T>[], change: Change<T>): void {
    const kind = controllerOf(change.object)?.kind;
    const previousKind = change.type === 'updated' ? controllerOf(change.previous)?.kind : kind;
    const concernsAll = kind === undefined || previousKind === undefined;
    for (const { handlers, isActive } of subscriptions) {
      const { controlledBy } = handlers;
      const isConcerned =
        concernsAll || controlledBy === undefined || controlledBy === kind || controlledBy === previousKind;
      if (isActive && isConcerned) this.#call(handlers, change);
    }
  }

  /** A handler that throws or rejects must not keep the change from the others, nor end the watch or a Node process. */
  #call(handlers: InformerHandlers<T>, change: Change<T> | ReflectorState): void {
    const report = (error: unknown): void =>
      (this.#options.reportProblem ?? reportToConsole)('a handler of an informer failed', error);
    try {
      const result = resultOf(handlers, change);
      if (isPromise(result)) result.catch(report);
    } catch (error) {
      report(error);
    }
  }
}

/** Calls the handler of a change. Returns its result, which is a promise when it is asynchronous. */
function resultOf<T>(handlers: InformerHandlers<T>, change: Change<T> | ReflectorState): unknown {
  if ('phase' in change) return handlers.state?.(change);
  if (change.type === 'updated') return handlers.updated?.(change.object, change.previous);
  return handlers[change.type]?.(change.object);
}

const added = <T>(object: T): Change<T> => ({ type: 'added', object, previous: object });

const deleted = <T>(object: T): Change<T> => ({ type: 'deleted', object, previous: object });
