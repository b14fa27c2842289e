import type { DialectName } from '../api/dialect.ts';
import type { ApiObject } from '../api/object.ts';
import type { ApiClient } from '../client/api-client.ts';
import type { Duration } from './options/milliseconds.ts';

/** An object of any kind, with whatever fields its kind has. */
export interface KubernetesObject extends ApiObject {
  [field: string]: unknown;
}

/** What a new cluster contains: YAML of any number of documents, or objects. Applied in order; definitions first. */
export type Seed = string | readonly SeedObject[];

/** An object as types of other packages describe it, such as `V1Pod` of `@kubernetes/client-node`. */
export type SeedObject =
  | KubernetesObject
  | { readonly apiVersion?: string; readonly kind?: string; readonly metadata?: object };

/** A user as whom requests are sent. */
export interface ClusterUser {
  readonly name: string;
  readonly groups?: readonly string[];
  readonly uid?: string;
  readonly extra?: Readonly<Record<string, readonly string[]>>;
}

/** What a cluster is like, and what it contains. */
export interface ClusterOptions {
  /** Names the cluster's data: clusters with different names share nothing. Default `default`. */
  readonly name?: string;
  /** The names of API groups. Default `kubernetes`: those of a real cluster. */
  readonly dialect?: DialectName;
  /** Loaded when the cluster is new, and again after a reset. */
  readonly seed?: Seed;
  /**
   * What happens to stored data when the seed is another one than they began with: they stay (`keep`, the default), which
   * is reported, or the cluster is emptied and the new seed loaded (`reset`).
   */
  readonly onSeedChange?: 'keep' | 'reset';
  /** Users with bearer tokens, by name: `{ alice: { groups: ['developers'], token: 'secret' } }`. Without a token a user has its name as token. */
  readonly users?: Readonly<Record<string, { readonly groups?: readonly string[]; readonly token?: string }>>;
  /** The user of requests without credentials, as behind `kubectl proxy`. Default `admin`; null: `system:anonymous`. */
  readonly defaultUser?: string | null;
  /** Controllers to run, as the flag `--controllers`: true for all, false for none, or a list. Default true. */
  readonly controllers?: boolean | string;
  /** Simulated nodes to create, on which pods seem to run. Default 1 when controllers run. */
  readonly simulatedNodes?: number;
  /** Flags of the API server and of controllers, by their names. */
  readonly flags?: Readonly<Record<string, string>>;
}

/** Sends requests as one user. */
export interface Persona {
  /** Takes what `fetch` takes; a path is one of this cluster. */
  fetch(input: string | URL | Request, init?: RequestInit): Promise<Response>;
  readonly client: ApiClient;
}

/** A fault that requests meet. What is absent applies to all. */
export interface Fault {
  /** Path, beginning with `/`, with `*` for one segment and `**` for any number: `/api/v1/nodes/*`, `/apis/apps/**`. */
  readonly path?: string;
  /** HTTP methods: `['GET']`. */
  readonly methods?: readonly string[];
  /** Share of the requests, 0 to 1. Default 1. Drawn from the cluster's random source. */
  readonly share?: number;
  /** How often it happens before it is removed. Default: without end. */
  readonly times?: number;
  /** How long the answer is delayed. */
  readonly latency?: Duration;
  /** Answers with a Status of this code, in the real server's words: 410 Expired, 429 with Retry-After, 500, 503, … */
  readonly status?: number;
  /** Rejects with a network error; an open watch breaks after this duration. */
  readonly disconnect?: true | Duration;
}

/** The faults that requests of users meet. Controllers and the methods of the cluster do not meet them. */
export interface ClusterFaults {
  /** Returns a function that removes the fault. */
  add(fault: Fault): Promise<() => Promise<void>>;
  /** Removes all faults. */
  clear(): Promise<void>;
}

/** How time is moved forward. */
export interface StepOptions {
  /** Called while time moves, with the cluster's time in milliseconds since 1970. */
  readonly onProgress?: (time: number) => void;
  /** Ends the step at the time that is reached; the step then rejects with the reason. */
  readonly signal?: AbortSignal;
}

/** The time of a cluster. It only moves forward. */
export interface EmbeddedClock {
  /** Returns the time of the cluster in milliseconds since 1970. */
  now(): Promise<number>;
  /** Lets time stand still: controllers do nothing, and the API answers as always. */
  pause(): Promise<void>;
  /** Lets time pass as fast as before the pause. */
  resume(): Promise<void>;
  /** Moves time forward, and resolves when the controllers' work has ended. */
  step(duration: Duration, options?: StepOptions): Promise<void>;
  /** Seconds of the cluster for each real one. */
  speed(rate: number): Promise<void>;
}

/** What has become of the seed when a cluster was opened. */
export type SeedOutcome = 'loaded' | 'unchanged' | 'kept' | 'reset';

/** A state of a cluster to return to. A structured clone of it is as good. */
export interface Snapshot {
  readonly format: 'tabplane-snapshot/v1';
  readonly entries: unknown;
}

/**
 * A running cluster, wherever it runs. It acts as the administrator itself; what `fetch` sends without credentials counts
 * as sent by the default user.
 */
export interface Cluster extends Persona {
  readonly name: string;
  /**
   * What has become of the seed at the start: loaded into a new cluster; unchanged since it was loaded; an edited seed that
   * was ignored; or one for which the data was replaced.
   */
  readonly seeded: SeedOutcome;
  /** Returns a persona that sends requests as a user of the options, or as any other by impersonation. */
  as(user: string | ClusterUser): Persona;
  /** Applies objects or YAML. Returns what was written, in order. @throws with the document's number and the server's message */
  load(seed: Seed): Promise<readonly KubernetesObject[]>;
  /** YAML that `load` accepts: what users created, without what the server or controllers make. */
  export(options?: { readonly namespaces?: readonly string[] }): Promise<string>;
  /** Empties the cluster and loads the seed again. Open watches end with 410. */
  reset(): Promise<void>;
  /** Returns the whole state: objects, UIDs, keys and settings. */
  snapshot(): Promise<Snapshot>;
  /** Returns to a snapshot of this cluster or another one. Open watches end with 410, so that informers list again. */
  restore(snapshot: Snapshot): Promise<void>;
  readonly clock: EmbeddedClock;
  readonly faults: ClusterFaults;
  /** Ends watches and controllers. Resolves when running work has ended. */
  close(): Promise<void>;
  /** Closes the cluster, and deletes its data. */
  destroy(): Promise<void>;
}

/** A cluster in this process. */
export interface ForkableCluster extends Cluster {
  /**
   * Creates a cluster in memory that begins with the state of this one, in a few milliseconds: it shares the state and
   * copies only what it changes. Both go on, independently of each other. The fork's controllers start when something is
   * written or time passes.
   */
  fork(): Promise<ForkableCluster>;
}
