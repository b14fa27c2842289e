import type { Clock, Fetch, Random, ReportProblem } from '../api/environment.ts';
import type { Sandbox } from '../local-services/sandbox.ts';
import type { Storage } from '../storage/storage.ts';
import type { ServerFlags } from './flags/server-flags.ts';
import type { AuditSink } from './observe/audit/audit-event.ts';

export interface ServerOptions {
  readonly storage: Storage;
  readonly clock: Clock;
  readonly random: Random;
  /** For what the server asks of others (webhooks, identity providers). */
  readonly fetch: Fetch;
  readonly flags?: Partial<ServerFlags>;
  /** Whether large answers may be gzipped: not in a service worker, whose pages would get them as they are. */
  readonly compression?: boolean;
  /** Takes the audit events that the policy (`--audit-policy-file`) asks for. */
  readonly auditSink?: AuditSink;
  /** Runs the code of local services; absent: nothing answers for any Service. */
  readonly sandbox?: Sandbox;
  /** Name of this host, which its Lease has as a label; `tabplane` when absent. */
  readonly hostname?: string;
  /** Addresses of this host that others can reach; the first that fits is that of the Service `kubernetes`. */
  readonly addresses?: readonly string[];
  /** Port on which others reach this server by HTTPS; 6443 when absent. */
  readonly securePort?: number;
  /** Seconds after which the server's Lease is renewed, a write each time; 10 when absent. Others give it up after an hour. */
  readonly leaseRenewSeconds?: number;
  /** Takes the problems of background work, which is tried again; the console takes them when absent. */
  readonly reportProblem?: ReportProblem;
}
