import type { HeldClusters } from '../worker-handover.ts';
import type { EmbeddedOptions } from './embedded-options.ts';

/** A cluster that a worker has opened. */
export interface OpenCluster {
  /** Ends every watch. Clients resume from the version that they saw last. */
  closeStreams(): Promise<void>;
  close(): Promise<void>;
}

interface Held<T> {
  readonly options: EmbeddedOptions;
  readonly opening: Promise<T>;
}

/**
 * The clusters that a worker has open, by name. Each is opened by the first request to it.
 */
export class OpenClusters<T extends OpenCluster> implements HeldClusters {
  readonly #open: (options: EmbeddedOptions) => Promise<T>;
  readonly #held = new Map<string, Held<T>>();
  #isReleased = false;

  constructor(open: (options: EmbeddedOptions) => Promise<T>) {
    this.#open = open;
  }

  /** Whether the databases were released to a newer worker. */
  get isReleased(): boolean {
    return this.#isReleased;
  }

  /** Reports whether a cluster is open with these options. */
  has(options: EmbeddedOptions): boolean {
    return JSON.stringify(this.#held.get(options.name)?.options) === JSON.stringify(options);
  }

  /** Returns the open cluster, which is opened if necessary; one with other options is closed first. */
  async get(options: EmbeddedOptions): Promise<T> {
    const held = this.#held.get(options.name);
    if (held && this.has(options)) return held.opening;
    const closed = this.close(options.name);
    const next = { options, opening: this.#openAfter(closed, options) };
    this.#held.set(options.name, next);
    try {
      return await next.opening;
    } catch (error) {
      if (this.#held.get(options.name) === next) this.#held.delete(options.name); // The next request retries.
      throw error;
    }
  }

  /** Closes a cluster, if it is open. */
  async close(name: string): Promise<void> {
    const held = this.#held.get(name);
    this.#held.delete(name);
    const cluster = await held?.opening.catch(() => undefined); // A failed open needs no close.
    await cluster?.close();
  }

  async closeStreams(): Promise<void> {
    for (const { opening } of this.#held.values()) await (await opening).closeStreams();
  }

  async release(): Promise<void> {
    this.#isReleased = true;
    await Promise.all([...this.#held.keys()].map((name) => this.close(name)));
  }

  async #openAfter(closed: Promise<void>, options: EmbeddedOptions): Promise<T> {
    await closed;
    return this.#open(options);
  }
}
