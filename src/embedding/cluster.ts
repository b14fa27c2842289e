import type { DialectName } from '../api/dialect.ts';
import type { ApiObject } from '../api/object.ts';
import type { ApiClient } from '../client/api-client.ts';
import type { Duration } from './options/milliseconds.ts';

/** An object of any kind, with the fields of its kind. */
export interface KubernetesObject extends ApiObject {
  [field: string]: unknown;
}

/** Content of a new cluster: YAML documents, or objects. Applied in order, definitions first. */
export type Seed = string | readonly SeedObject[];

/** An object as types of other packages describe it, such as `V1Pod` of `@kubernetes/client-node`. */
export type SeedObject =
  | KubernetesObject
  | { readonly apiVersion?: string; readonly kind?: string; readonly metadata?: object };

/** A user for whom requests are sent. */
export interface ClusterUser {
  readonly name: string;
  readonly groups?: readonly string[];
  readonly uid?: string;
  readonly extra?: Readonly<Record<string, readonly string[]>>;
}

/** Options of a cluster, and its content. */
export interface ClusterOptions {
  /** Names the cluster's data: clusters with different names share nothing. Default `default`. */
  readonly name?: string;
  /** The names of API groups. Default `kubernetes`: those of a real cluster. */
  readonly dialect?: DialectName;
  /** Loaded when the cluster is new, and again after a reset. */
  readonly seed?: Seed;
  /**
   * What happens to stored data when the seed has changed: `keep` (the default) keeps the data and reports it, `reset`
   * empties the cluster and loads the new seed.
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
  /** Sends a request. Takes the parameters of `fetch`; a path is resolved in this cluster. */
  fetch(input: string | URL | Request, init?: RequestInit): Promise<Response>;
  readonly client: ApiClient;
}

/** A fault of requests. Undefined conditions match every request. */
export interface Fault {
  /** Path, beginning with `/`, with `*` for one segment and `**` for any number: `/api/v1/nodes/*`, `/apis/apps/**`. */
  readonly path?: string;
  /** HTTP methods: `['GET']`. */
  readonly methods?: readonly string[];
  /** Share of the requests, 0 to 1. Default 1. Drawn from the cluster's random source. */
  readonly share?: number;
  /** How often it happens before it is removed. Default: unlimited. */
  readonly times?: number;
  /** Delay of the response. */
  readonly latency?: Duration;
  /**
   * Responds with a Status of this code and the real server's message: 410 Expired, 429 with Retry-After, 500, 503, …
   */
  readonly status?: number;
  /** Rejects with a network error; an open watch breaks after this duration. */
  readonly disconnect?: true | Duration;
}

/** Faults that affect requests of users, but neither controllers nor the cluster's own methods. */
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
  /** Stops time. Controllers pause; the API still answers. */
  pause(): Promise<void>;
  /** Resumes time at the speed before the pause. */
  resume(): Promise<void>;
  /** Moves time forward, and resolves when the controllers' work has ended. */
  step(duration: Duration, options?: StepOptions): Promise<void>;
  /** Sets how many seconds pass in the cluster for each real second. */
  speed(rate: number): Promise<void>;
}

/** The outcome of the seed when a cluster was opened. */
export type SeedOutcome = 'loaded' | 'unchanged' | 'kept' | 'reset';

/** A saved state of a cluster. It can be cloned with `structuredClone`. */
export interface Snapshot {
  readonly format: 'tabplane-snapshot/v1';
  readonly entries: unknown;
}

/**
 * A running cluster in any host. Its own methods act as the administrator. Requests of `fetch` without credentials are
 * authenticated as the default user.
 */
export interface Cluster extends Persona {
  readonly name: string;
  /**
   * The outcome of the seed at the start: loaded into a new cluster, unchanged since then, edited but ignored (`kept`),
   * or edited and loaded into the emptied cluster (`reset`).
   */
  readonly seeded: SeedOutcome;
  /** Returns a persona that sends requests as a user of the options, or as any other user by impersonation. */
  as(user: string | ClusterUser): Persona;
  /**
   * Applies objects or YAML. Returns the written objects, in order. @throws Error with the document's number and the
   * server's message
   */
  load(seed: Seed): Promise<readonly KubernetesObject[]>;
  /**
   * Returns YAML that `load` accepts: the objects that users created, without those that the server or controllers
   * create.
   */
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
   * Creates an independent cluster in memory from the current state, in a few milliseconds: both share the state, and
   * copy only what they change. The fork's controllers start after a write or when time passes.
   */
  fork(): Promise<ForkableCluster>;
}
