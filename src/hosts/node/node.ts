import { constants } from 'node:crypto';
import type { Server as HttpServer } from 'node:http';
import { hostname as osHostname } from 'node:os';
import { serve } from 'srvx/node';
import { createServer, type Server } from '../../server/create-server.ts';
import type { ServerFlags } from '../../server/flags/server-flags.ts';
import type { AuditSink } from '../../server/observe/audit/audit-event.ts';
import { createMemoryStorage } from '../../storage/memory-storage.ts';
import type { Storage } from '../../storage/storage.ts';
import { chooseControllers } from '../choose-controllers.ts';
import { FIRST_REVISION, systemClock, systemRandom } from '../platform.ts';
import { startControllers } from '../start-controllers.ts';
import { connectionInfo } from './connection-info.ts';
import { hostAddresses } from './host-addresses.ts';
import { nodeSandbox } from './node-sandbox.ts';
import { outgoingFetch } from './outgoing-fetch.ts';
import { serveUpgrades } from './serve-upgrades.ts';
import { type KeyAndCertificate, servingCertificate } from './serving-certificate.ts';

export interface NodeHostOptions {
  /** Where the data lives; in memory when absent. */
  readonly storage?: Storage;
  readonly flags?: Partial<ServerFlags>;
  /** Takes the audit events that the flag `audit-policy-file` asks for. */
  readonly auditSink?: AuditSink;
  /** Address to listen on. */
  readonly host?: string;
  /** Port for HTTP; 0 takes a free one. Absent: no HTTP. */
  readonly port?: number;
  /** Port for HTTPS. Absent: no HTTPS. */
  readonly securePort?: number;
  /** For HTTPS; when absent, one from the cluster's own authority. */
  readonly certificate?: KeyAndCertificate;
  /** Run the controllers too: all of them, or those that a list names as `--controllers` does. */
  readonly controllers?: boolean | string;
}

export interface NodeHost {
  readonly server: Server;
  /** `http://127.0.0.1:8080`; absent without `port`. */
  readonly url: string | undefined;
  readonly secureUrl: string | undefined;
  /** PEM of what clients must trust to believe HTTPS. */
  readonly certificate: string | undefined;
  close(): Promise<void>;
}

/**
 * Clients are asked for a certificate; whether it is good is the server's to judge, as part of authentication. Sessions
 * are not resumed, because only a new one tells the whole chain.
 */
const TLS = { requestCert: true, rejectUnauthorized: false, secureOptions: constants.SSL_OP_NO_TICKET };

/** Serves a whole API server over HTTP and HTTPS, for kubectl and other clients. */
export async function startNodeHost(options: NodeHostOptions): Promise<NodeHost> {
  const chosen = chooseControllers(options.controllers ?? false);
  const storage = options.storage ?? (await createMemoryStorage({ firstRevision: FIRST_REVISION }));
  const server = await createServer({
    storage,
    clock: systemClock,
    random: systemRandom,
    fetch: outgoingFetch,
    compression: true,
    ...(options.auditSink ? { auditSink: options.auditSink } : {}),
    sandbox: nodeSandbox(),
    hostname: osHostname(),
    addresses: hostAddresses(options.host),
    ...(options.securePort ? { securePort: options.securePort } : {}),
    ...(options.flags ? { flags: options.flags } : {}),
  });
  const stopControllers = startControllers(server, options.flags?.dialect ?? 'cluster', chosen);
  const hostname = options.host ?? '127.0.0.1';
  const authorities = await clientAuthorities(server, options.flags);
  const listen = async (port: number, certificate?: KeyAndCertificate) => {
    const listener = serve({
      fetch: async (request) => {
        const answer = await server.fetch(request, connectionInfo(request.runtime?.node?.req.socket));
        const response = request.runtime?.node?.res;
        // Node keeps the head of an answer back until its body begins, and a watch can be silent for long.
        if (response && 'flushHeaders' in response) setImmediate(() => response.flushHeaders());
        return answer;
      },
      hostname,
      port,
      silent: true,
      gracefulShutdown: false,
      ...(certificate
        ? {
            tls: { cert: certificate.certificate, key: certificate.key },
            node: { ...TLS, ca: authorities },
            protocol: 'https' as const,
          }
        : {}),
    });
    await listener.ready();
    const http = listener.node?.server;
    if (http && listener.url) {
      serveUpgrades(http as HttpServer, listener.url, (request, socket, tunnel) =>
        server.fetch(request, { ...connectionInfo(socket), tunnel }),
      );
    }
    return listener;
  };
  const plain = options.port === undefined ? undefined : await listen(options.port);
  const certificate =
    options.securePort === undefined
      ? undefined
      : (options.certificate ?? (await servingCertificate(server.certificates, ['localhost', hostname])));
  const secure =
    certificate && options.securePort !== undefined ? await listen(options.securePort, certificate) : undefined;
  if (secure?.url) await server.advertise(Number(new URL(secure.url).port || HTTPS_PORT));
  return {
    server,
    url: plain?.url?.replace(/\/$/, ''),
    secureUrl: secure?.url?.replace(/\/$/, ''),
    certificate: certificate && (options.certificate?.certificate ?? (await server.certificates.authority())),
    async close() {
      stopControllers();
      server.close();
      await Promise.all([plain?.close(true), secure?.close(true)]);
      await storage.close();
    },
  };
}

const HTTPS_PORT = 443;

/** PEM of the authorities whose names clients are told, so that they choose a certificate that the server accepts. */
const clientAuthorities = async ({ certificates }: Server, flags: Partial<ServerFlags> = {}): Promise<string[]> =>
  [flags['client-ca-file'], flags['requestheader-client-ca-file'], await certificates.authority()].flatMap(
    (pem) => pem || [],
  );
