import type { WriteRecord } from '../api/debug/causes.ts';
import type { Clock, Fetch, Random, ReportProblem } from '../api/environment.ts';
import type { Sandbox } from '../local-services/sandbox.ts';
import type { LoadDescriptions } from '../schema/openapi/descriptions.ts';
import type { Storage } from '../storage/storage.ts';
import type { ServerFlags } from './flags/server-flags.ts';
import type { AuditSink } from './observe/audit/audit-event.ts';
import type { RequestTraceLog, TraceLog } from './observe/traces/trace-log.ts';

/** The dependencies and settings of a server. */
export interface ServerOptions {
  /** Where the data is stored. */
  readonly storage: Storage;
  /** With a `ClusterClock`, users can pause the cluster, speed it up and move its time forward. */
  readonly clock: Clock;
  /** Draws names, UIDs and keys. */
  readonly random: Random;
  /** For outgoing requests (webhooks, identity providers). */
  readonly fetch: Fetch;
  /** For requests to the cluster's own nodes, pods and services. Defaults to `fetch`. */
  readonly fetchInCluster?: Fetch;
  /** Flags that differ from the defaults. */
  readonly flags?: Partial<ServerFlags>;
  /** Whether large responses may be gzipped. Not in a service worker, where pages would get them undecoded. */
  readonly compression?: boolean;
  /** Receives the audit events that the policy (`--audit-policy-file`) selects. */
  readonly auditSink?: AuditSink;
  /** Runs the code of local services. When undefined, no Service is answered locally. */
  readonly sandbox?: Sandbox;
  /**
   * Loads the texts of fields and types when the first OpenAPI document is built. When undefined, only kinds and their
   * common fields have texts.
   */
  readonly loadDescriptions?: LoadDescriptions;
  /** Keeps the newest traces of requests beyond the life of the server. When undefined, they end with it. */
  readonly traceLog?: RequestTraceLog | undefined;
  /** Keeps the newest writes and what led to them beyond the life of the server. When undefined, they end with it. */
  readonly writeLog?: TraceLog<WriteRecord> | undefined;
  /** The name of this host, used as a label of its Lease. Defaults to `tabplane`. */
  readonly hostname?: string;
  /** Addresses at which others reach this host. The first suitable one is used for the Service `kubernetes`. */
  readonly addresses?: readonly string[];
  /** The HTTPS port at which others reach this server. Defaults to 6443. */
  readonly securePort?: number;
  /**
   * Seconds between renewals of the server's Lease; each one is a write. Defaults to 10. Other servers delete the Lease
   * after an hour.
   */
  readonly leaseRenewSeconds?: number;
  /** Receives the errors of background work, which is retried. Defaults to the console. */
  readonly reportProblem?: ReportProblem;
}
