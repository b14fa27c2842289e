import { type Clock, type Random, reportToConsole, stopwatch } from '../api/environment.ts';
import { ApiError } from './api-error.ts';
import { Backoff } from './backoff.ts';
import type { WatchEvent } from './read-watch-events.ts';

/** The source of a reflector: a collection of objects, or of other items with a resource version, such as table rows. */
export interface ReflectorSource<T> {
  list(signal: AbortSignal): Promise<{ readonly items: readonly T[]; readonly resourceVersion: string }>;
  watch(resourceVersion: string, signal: AbortSignal): AsyncIterable<WatchEvent<T>>;
  resourceVersionOf(item: T): string | undefined;
}

/** What a reflector is doing. */
export type ReflectorState =
  | { readonly phase: 'listing' | 'watching' | 'stopped' }
  /** The last attempt failed; the next one begins after `milliseconds`. */
  | { readonly phase: 'waiting'; readonly error: unknown; readonly milliseconds: number }
  /** The last attempt failed with a final error: the reflector has ended. */
  | { readonly phase: 'failed'; readonly error: unknown };

/** Receives a collection and its changes, each exactly once and in order. */
export interface ReflectorSink<T> {
  /** Replaces the whole collection: items that are not in `items` no longer exist. */
  replace(items: readonly T[], resourceVersion: string): void;
  change(type: 'ADDED' | 'MODIFIED' | 'DELETED', item: T): void;
  state?(state: ReflectorState): void;
}

/** What a reflector reads, and who receives it. */
export interface ReflectorOptions<T> {
  readonly source: ReflectorSource<T>;
  readonly sink: ReflectorSink<T>;
  readonly clock: Clock;
  readonly random: Random;
  /**
   * Reports whether an error ends the reflector. None does by default, because a forbidden or missing collection may
   * become readable.
   */
  readonly isFinal?: ((error: unknown) => boolean) | undefined;
}

/**
 * Minimum duration of a watch in milliseconds. A shorter watch without events counts as a failure, to avoid a fast loop
 * when a server ends watches.
 */
const SHORTEST_WATCH = 1000;

/** Follows a collection by list and watch. A lost watch resumes at the last seen version; only 410 leads to a new list. */
export class Reflector<T> {
  readonly #source: ReflectorSource<T>;
  readonly #sink: ReflectorSink<T>;
  readonly #clock: Clock;
  readonly #backoff: Backoff;
  readonly #isFinal: (error: unknown) => boolean;
  #resourceVersion: string | undefined;

  constructor({ source, sink, clock, random, isFinal = () => false }: ReflectorOptions<T>) {
    this.#source = source;
    this.#sink = sink;
    this.#clock = clock;
    this.#backoff = new Backoff({ clock, random });
    this.#isFinal = isFinal;
  }

  /** Runs until the signal is aborted, or a final error occurs. Never rejects. */
  async run(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      try {
        await this.#listAndWatch(signal);
      } catch (error) {
        if (signal.aborted) break;
        if (this.#isFinal(error)) return this.#fail(error);
        await this.#recover(error, signal);
      }
    }
    this.#announce({ phase: 'stopped' });
  }

  async #listAndWatch(signal: AbortSignal): Promise<void> {
    if (this.#resourceVersion === undefined) {
      this.#announce({ phase: 'listing' });
      const { items, resourceVersion } = await this.#source.list(signal);
      if (signal.aborted) return;
      this.#resourceVersion = resourceVersion;
      this.#sink.replace(items, resourceVersion);
    }
    await this.#watch(this.#resourceVersion, signal);
  }

  async #watch(from: string, signal: AbortSignal): Promise<void> {
    const began = stopwatch(this.#clock);
    let received = 0;
    this.#announce({ phase: 'watching' });
    for await (const { type, object } of this.#source.watch(from, signal)) {
      if (signal.aborted) return;
      received += 1;
      this.#backoff.reset();
      if (type !== 'BOOKMARK') this.#sink.change(type, object);
      this.#resourceVersion = this.#source.resourceVersionOf(object) ?? this.#resourceVersion;
    }
    if (received === 0 && stopwatch(this.#clock) - began < SHORTEST_WATCH) throw new Error('The watch ended at once');
  }

  /** Changes are missed from here on, so that another run has to list. */
  #fail(error: unknown): void {
    this.#resourceVersion = undefined;
    this.#announce({ phase: 'failed', error });
  }

  async #recover(error: unknown, signal: AbortSignal): Promise<void> {
    if (error instanceof ApiError && error.isExpired && this.#resourceVersion !== undefined) {
      this.#resourceVersion = undefined;
      return;
    }
    const asked = error instanceof ApiError ? (error.retryAfterSeconds ?? 0) * 1000 : 0;
    const milliseconds = Math.max(asked, this.#backoff.next());
    this.#announce({ phase: 'waiting', error, milliseconds });
    await this.#backoff.wait(milliseconds, signal);
  }

  /** Errors of the sink must not end the reflector. */
  #announce(state: ReflectorState): void {
    try {
      this.#sink.state?.(state);
    } catch (error) {
      reportToConsole(`announcing that a reflector is ${state.phase} failed`, error);
    }
  }
}
