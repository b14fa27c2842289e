import { isEqualJson } from '../../api/memory/equal-json.ts';
import type { HeldClusters } from './worker-handover.ts';

/** A cluster that a worker has opened. */
export interface OpenCluster {
  /** Ends every watch. Clients resume from the last version that they received. */
  closeStreams(): Promise<void>;
  close(): Promise<void>;
}

/** The options that determine how a cluster is opened. */
interface OpenOptions {
  readonly name: string;
}

interface Held<Options, T> {
  readonly options: Options;
  readonly opening: Promise<T>;
}

/**
 * The clusters that a worker has open, by name. Each is opened by the first request to it.
 */
export class OpenClusters<Options extends OpenOptions, T extends OpenCluster> implements HeldClusters {
  readonly #open: (options: Options) => Promise<T>;
  readonly #held = new Map<string, Held<Options, T>>();
  #isReleased = false;

  constructor(open: (options: Options) => Promise<T>) {
    this.#open = open;
  }

  /** Whether the databases were released to a newer worker. */
  get isReleased(): boolean {
    return this.#isReleased;
  }

  /** Reports whether a cluster is open with these options. */
  has(options: Options): boolean {
    return isEqualJson(this.#held.get(options.name)?.options, options);
  }

  /** Returns the cluster with a name if it is open or being opened. */
  find(name: string): Promise<T> | undefined {
    return this.#held.get(name)?.opening;
  }

  /** Returns a cluster, opening it if necessary. A cluster that is open with other options is closed first. */
  async get(options: Options): Promise<T> {
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

  /** Closes all clusters except those that are open with one of the given options. */
  async closeOthers(kept: readonly Options[]): Promise<void> {
    const names = new Set(kept.filter((options) => this.has(options)).map(({ name }) => name));
    await Promise.all([...this.#held.keys()].filter((name) => !names.has(name)).map((name) => this.close(name)));
  }

  async closeStreams(): Promise<void> {
    for (const { opening } of this.#held.values()) await (await opening).closeStreams();
  }

  async release(): Promise<void> {
    this.#isReleased = true;
    await Promise.all([...this.#held.keys()].map((name) => this.close(name)));
  }

  async #openAfter(closed: Promise<void>, options: Options): Promise<T> {
    await closed;
    return this.#open(options);
  }
}
