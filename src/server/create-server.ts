import type { AccountTokenSigner } from '../api/account-token.ts';
import type { CertificateIssuer } from '../api/certificate-issuer.ts';
import type { Clock, Fetch, Random, ReportProblem } from '../api/environment.ts';
import type { PolicyTypeChecker } from '../api/policy-type-checker.ts';
import type { ConnectionInfo } from '../authentication/authenticator.ts';
import { signLegacyServiceAccountToken } from '../authentication/legacy-service-account-token.ts';
import type { Sandbox } from '../local-services/sandbox.ts';
import { startCompaction } from '../storage/compaction.ts';
import type { Storage } from '../storage/storage.ts';
import type { AuditSink } from './audit/audit-event.ts';
import { bootstrap } from './bootstrap.ts';
import { CustomResources } from './custom-resources/custom-resources.ts';
import { FlowSchemaConditions } from './flow-schema-conditions.ts';
import { openServerContext } from './open-server-context.ts';
import { OwnObjects } from './own-objects/own-objects.ts';
import { answer } from './pipeline.ts';
import { createPolicyTypeChecker } from './policy-type-checker.ts';
import { readRequestInfo } from './read-request-info.ts';
import type { ServerFlags } from './server-flags.ts';

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

export interface Server {
  /** Answers one request; never rejects. */
  fetch(request: Request, connection?: ConnectionInfo): Promise<Response>;
  /** The cluster's certificate authority, for its controllers and for what serves it over TLS. */
  readonly certificates: CertificateIssuer;
  readonly signAccountToken: AccountTokenSigner;
  /** For the controller that tells in their status what policies get wrong; undefined where none are served. */
  readonly checkPolicyTypes: PolicyTypeChecker | undefined;
  /** Changes the port on which others reach this server, for hosts that learn it when they listen. */
  advertise(securePort: number): Promise<void>;
  /** How many watches are open. */
  readonly openStreams: number;
  /** Ends every open watch cleanly; clients resume by resourceVersion. */
  closeStreams(): void;
  /** Ends watches and timers. The storage stays open: who opened it closes it. */
  close(): void;
}

/** A whole API server: everything it needs comes in here, and nothing else does. */
export async function createServer(options: ServerOptions): Promise<Server> {
  const context = await openServerContext(options);
  await bootstrap(context);
  const customResources = new CustomResources(context);
  await customResources.start();
  const flowSchemaConditions = new FlowSchemaConditions(context);
  await flowSchemaConditions.start();
  const { hostname = 'tabplane', addresses = [], securePort = 6443, leaseRenewSeconds = 10 } = options;
  const ownObjects = new OwnObjects(context, { hostname, addresses, securePort, leaseRenewSeconds });
  await ownObjects.start();
  const stopCompaction = startCompaction(options.storage, options.clock, context.flags['event-history-seconds'] * 1000);
  return {
    fetch: (request, connection = {}) => {
      const url = new URL(request.url);
      const info = readRequestInfo(request.method, url);
      return answer({
        server: context,
        request,
        url,
        connection,
        info,
        user: { username: '' },
        resource: undefined,
        warnings: [],
      });
    },
    certificates: context.certificates,
    signAccountToken: async (secret) =>
      signLegacyServiceAccountToken(secret, await context.serviceAccountKeys.signingKey(), context.dialect),
    checkPolicyTypes: createPolicyTypeChecker(context),
    advertise: (port) => ownObjects.advertise(port),
    get openStreams() {
      return context.watches.size;
    },
    closeStreams: () => context.watches.closeAll(),
    close: () => {
      stopCompaction();
      ownObjects.stop();
      customResources.stop();
      flowSchemaConditions.stop();
      context.failedWrites.stop();
      context.watches.closeAll();
    },
  };
}
