import type { ForkableCluster } from '../../embedding/cluster.ts';
import type { ServerFlags } from '../../server/flags/server-flags.ts';
import type { AuditSink } from '../../server/observe/audit/audit-event.ts';
import type { Storage } from '../../storage/storage.ts';
import type { KeyAndCertificate } from './serving-certificate.ts';

/** Options of an API server in Node, and the ports on which it listens. */
export interface NodeHostOptions {
  /**
   * A cluster of `createCluster`, `createTestCluster` or a scenario, which is served instead of a server of its own. It
   * stays open when the host is closed. Requests have the rights of their credentials only.
   */
  readonly cluster?: ForkableCluster;
  /** Where the data is stored. Defaults to memory. */
  readonly storage?: Storage;
  /** Flags that differ from the defaults. */
  readonly flags?: Partial<ServerFlags>;
  /** Receives the audit events that the flag `audit-policy-file` selects. */
  readonly auditSink?: AuditSink;
  /** Address to listen on. Defaults to 127.0.0.1. */
  readonly host?: string;
  /** Port for HTTP; 0 selects a free one. Undefined: no HTTP. */
  readonly port?: number;
  /** Port for HTTPS; 0 selects a free one. Undefined: no HTTPS. */
  readonly securePort?: number;
  /**
   * Names that requests may have in `Host`, besides those of this machine, where the server listens on loopback: `*` allows
   * any, `.example.com` all of a domain.
   */
  readonly allowedHosts?: readonly string[];
  /** For HTTPS. Defaults to a certificate from the cluster's own authority. */
  readonly certificate?: KeyAndCertificate;
  /** Also runs controllers: all of them, or those that a list selects as `--controllers` does. */
  readonly controllers?: boolean | string;
  /** Flags of controllers that differ from the defaults, by their names. */
  readonly controllerFlags?: Readonly<Record<string, string>>;
  /** The number of simulated nodes to create. They do nothing unless the controllers include the simulation. */
  readonly simulatedNodes?: number;
}
