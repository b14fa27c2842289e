/** The package entry `tabplane/node`: API servers for kubectl and other programs, over HTTP and HTTPS. */
import { constants } from 'node:crypto';
import type { Server as HttpServer } from 'node:http';
import { hostname as osHostname } from 'node:os';
import { serve } from 'srvx/node';
import { ClusterClock } from '../../api/cluster-clock.ts';
import { createServer, type Server } from '../../server/create-server.ts';
import type { ServerFlags } from '../../server/flags/server-flags.ts';
import type { AuditSink } from '../../server/observe/audit/audit-event.ts';
import { SimulatedKubelets } from '../../simulation/kubelet/simulated-kubelets.ts';
import { createMemoryStorage } from '../../storage/memory-storage.ts';
import type { Storage } from '../../storage/storage.ts';
import { chooseControllers } from '../controllers/choose-controllers.ts';
import { readControllerFlags } from '../controllers/read-controller-flags.ts';
import { simulateNodes } from '../controllers/simulate-nodes.ts';
import { startControllers } from '../controllers/start-controllers.ts';
import { loadDescriptions } from '../load-descriptions.ts';
import { FIRST_REVISION, systemClock, systemRandom } from '../platform.ts';
import { connectionInfo } from './connection-info.ts';
import { hostAddresses } from './host-addresses.ts';
import { nodeSandbox } from './node-sandbox.ts';
import { outgoingFetch } from './outgoing-fetch.ts';
import { withReasonPhrase } from './reason-phrase.ts';
import { serveUpgrades } from './serve-upgrades.ts';
import { type KeyAndCertificate, servingCertificate } from './serving-certificate.ts';

/** What a cluster in Node is like, and where it listens. */
export interface NodeHostOptions {
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
  /** For HTTPS. Defaults to a certificate from the cluster's own authority. */
  readonly certificate?: KeyAndCertificate;
  /** Also runs controllers: all of them, or those that a list selects as `--controllers` does. */
  readonly controllers?: boolean | string;
  /** Flags of controllers that differ from the defaults, by their names. */
  readonly controllerFlags?: Readonly<Record<string, string>>;
  /** The number of simulated nodes to create. They do nothing unless the controllers include the simulation. */
  readonly simulatedNodes?: number;
}

/** A running API server. */
export interface NodeHost {
  /** The server, for requests without a network. */
  readonly server: Server;
  /** `http://127.0.0.1:8080`; undefined without `port`. */
  readonly url: string | undefined;
  /** `https://127.0.0.1:8443`; undefined without `securePort`. */
  readonly secureUrl: string | undefined;
  /** PEM of the authority that clients must trust for HTTPS. */
  readonly certificate: string | undefined;
  /** Stops listening, the controllers and the server, and closes the storage. */
  close(): Promise<void>;
}

/**
 * Requests a client certificate; verifying it is part of the server's authentication. Sessions are not resumed, because
 * only a full handshake includes the whole chain.
 */
const TLS = { requestCert: true, rejectUnauthorized: false, secureOptions: constants.SSL_OP_NO_TICKET };

/** Starts an API server over HTTP and HTTPS, for kubectl and other clients. */
export async function startNodeHost(options: NodeHostOptions): Promise<NodeHost> {
  const chosen = chooseControllers(options.controllers ?? false);
  const controllerFlags = readControllerFlags(options.controllerFlags ?? {});
  const storage = options.storage ?? (await createMemoryStorage({ firstRevision: FIRST_REVISION }));
  const clock = new ClusterClock(systemClock);
  const kubelets = new SimulatedKubelets();
  const server = await createServer({
    storage,
    clock,
    random: systemRandom,
    fetch: kubelets.inFrontOf(outgoingFetch),
    compression: true,
    ...(options.auditSink ? { auditSink: options.auditSink } : {}),
    sandbox: nodeSandbox(),
    loadDescriptions,
    hostname: osHostname(),
    addresses: hostAddresses(options.host),
    ...(options.securePort ? { securePort: options.securePort } : {}),
    ...(options.flags ? { flags: options.flags } : {}),
  });
  const stopControllers = startControllers(server, options.flags?.dialect ?? 'cluster', chosen, {
    clock,
    kubelets,
    stopped: await server.stoppedControllers(),
    flags: controllerFlags,
  });
  await simulateNodes(server, options.flags?.dialect ?? 'cluster', options.simulatedNodes ?? 0);
  const hostname = options.host ?? '127.0.0.1';
  const authorities = await clientAuthorities(server, options.flags);
  const closeUpgraded: (() => void)[] = [];
  const listen = async (port: number, certificate?: KeyAndCertificate) => {
    const listener = serve({
      fetch: async (request) => {
        const answer = await server.fetch(request, connectionInfo(request.runtime?.node?.req.socket));
        const response = request.runtime?.node?.res;
        // Node delays a response's head until its body starts, and a watch can be silent for long.
        if (response && 'flushHeaders' in response) setImmediate(() => response.flushHeaders());
        return withReasonPhrase(answer);
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
      closeUpgraded.push(
        serveUpgrades(http as HttpServer, listener.url, kubelets, (request, socket, upgrades) =>
          server.fetch(request, { ...connectionInfo(socket), ...upgrades }),
        ),
      );
    }
    return listener;
  };
  const plain = options.port === undefined ? undefined : await listen(options.port);
  const certificate =
    options.securePort === undefined
      ? undefined
      : (options.certificate ?? (await servingCertificate(server.capabilities.certificates, ['localhost', hostname])));
  const secure =
    certificate && options.securePort !== undefined ? await listen(options.securePort, certificate) : undefined;
  if (secure?.url) await server.advertise(Number(new URL(secure.url).port || HTTPS_PORT));
  return {
    server,
    url: plain?.url?.replace(/\/$/, ''),
    secureUrl: secure?.url?.replace(/\/$/, ''),
    certificate:
      certificate && (options.certificate?.certificate ?? (await server.capabilities.certificates.authority())),
    async close() {
      await stopControllers();
      await server.close();
      for (const close of closeUpgraded) close();
      await Promise.all([plain?.close(true), secure?.close(true)]);
      await storage.close();
    },
  };
}

const HTTPS_PORT = 443;

/**
 * Returns PEM authorities whose names are sent to clients, so that they choose a certificate that the server accepts.
 */
const clientAuthorities = async ({ capabilities }: Server, flags: Partial<ServerFlags> = {}): Promise<string[]> =>
  [flags['client-ca-file'], flags['requestheader-client-ca-file'], await capabilities.certificates.authority()].flatMap(
    (pem) => pem || [],
  );
