import type { DialectName } from '../dialect.ts';
import { MOST_OBJECT_LEVELS } from '../json/nesting.ts';
import { DEBUG_API_VERSION } from './access-explanation.ts';
import type { WriteRecord } from './causes.ts';
import type { RequestTrace } from './request-trace.ts';

/** The format of sessions that this version writes, and the only one that it reads. */
export const SESSION_FORMAT = 1;

/** Maximum number of revisions in a session: fewer than the 10,000 that a cluster keeps when it is opened again. */
export const MOST_REVISIONS = 9_000;

/** Levels that a trace in a session may have: a review in it has an object, and the trace has levels around the review. */
export const MOST_TRACE_LEVELS = MOST_OBJECT_LEVELS + 20;

/** Maximum length of a file with a session in bytes. */
export const MOST_SESSION_BYTES = 128 * 1024 * 1024;

export const TOO_LARGE_SESSION = `The file is larger than ${MOST_SESSION_BYTES / 1024 / 1024} MiB.`;

/** The path of the session of a cluster. */
export const SESSION_PATH = `/apis/${DEBUG_API_VERSION}/sessions`;

/** The parameter of `SESSION_PATH` that includes the values of Secrets if it is `true`. */
export const INCLUDE_SECRETS = 'includeSecrets';

/**
 * The retained history of a cluster, which another cluster can show. Served as `sessions` of the debug group. It has
 * neither the private keys of the cluster nor its faults.
 */
export interface Session {
  readonly apiVersion: string;
  readonly kind: 'Session';
  readonly metadata: Record<string, never>;
  readonly format: typeof SESSION_FORMAT;
  readonly dialect: DialectName;
  /** Whether the values of Secrets are included. */
  readonly hasSecrets: boolean;
  /** The cluster's time at the end: metav1.MicroTime. */
  readonly time: string;
  /** The revisions between which the cluster can be read. */
  readonly oldest: number;
  readonly newest: number;
  /** The stored entries at the oldest revision. */
  readonly entries: readonly SessionEntry[];
  /** The changes after the oldest revision, oldest first. */
  readonly changes: readonly SessionChange[];
  /** Requests without secrets, oldest first. */
  readonly traces: readonly RequestTrace[];
  /** Writes and what led to them, oldest first. */
  readonly writes: readonly WriteRecord[];
}

export interface SessionEntry {
  readonly key: string;
  /** As it is stored: the text of an object, mostly. */
  readonly value: string;
  readonly createRevision: number;
  readonly revision: number;
}

export interface SessionChange {
  readonly revision: number;
  readonly key: string;
  /** The value after the change; null when the change deleted the entry. */
  readonly value: string | null;
}
