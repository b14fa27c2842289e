/** The package entry `tabplane/node`: API servers for kubectl and other programs, over HTTP and HTTPS. */
import { X509Certificate } from 'node:crypto';
import { hostname as osHostname } from 'node:os';
import { ClusterClock } from '../../api/cluster-clock.ts';
import {
  type Checks,
  checkOptions,
  isAnything,
  isCount,
  isText,
  isTexts,
  must,
} from '../../embedding/options/check-options.ts';
import { CLUSTER_CHECKS } from '../../embedding/options/cluster-checks.ts';
import { createServer, type Server } from '../../server/create-server.ts';
import { openAllowedOrigins } from '../../server/flags/allowed-origins.ts';
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
import { hostsFor } from './allowed-clients.ts';
import { hostAddresses } from './host-addresses.ts';
import { listen } from './listen.ts';
import { nodeSandbox } from './node-sandbox.ts';
import { outgoingFetch } from './outgoing-fetch.ts';
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

const isPort = must(
  'a port number',
  (value) => Number.isInteger(value) && Number(value) >= 0 && Number(value) < 2 ** 16,
);

const CHECKS: Checks<NodeHostOptions> = {
  ...{ storage: isAnything, flags: isAnything, auditSink: isAnything, certificate: isAnything },
  allowedHosts: must('a list of names', Array.isArray),
  ...{ host: isText, port: isPort, securePort: isPort, controllers: CLUSTER_CHECKS.controllers },
  ...{ controllerFlags: isTexts, simulatedNodes: isCount },
};

/**
 * Starts an API server over HTTP and HTTPS, for kubectl and other clients.
 * @throws TypeError for an option that is not valid; what listening throws
 */
export async function startNodeHost(options: NodeHostOptions): Promise<NodeHost> {
  checkOptions('startNodeHost', options, CHECKS);
  if (options.port === undefined && options.securePort === undefined)
    throw new TypeError('startNodeHost needs a port or a securePort; 0 selects a free one');
  const closing: (() => unknown)[] = [];
  try {
    return await open(options, closing);
  } catch (error) {
    for (const close of closing.toReversed()) await close();
    throw error;
  }
}

/** @param closing receives what ends each part that was started, in order */
async function open(options: NodeHostOptions, closing: (() => unknown)[]): Promise<NodeHost> {
  const chosen = chooseControllers(options.controllers ?? false);
  const controllerFlags = readControllerFlags(options.controllerFlags ?? {});
  const storage = options.storage ?? (await createMemoryStorage({ firstRevision: FIRST_REVISION }));
  closing.push(() => storage.close());
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
  closing.push(() => server.close());
  const stopControllers = startControllers(server, options.flags?.dialect ?? 'cluster', chosen, {
    clock,
    kubelets,
    stopped: await server.stoppedControllers(),
    flags: controllerFlags,
  });
  closing.push(stopControllers);
  await simulateNodes(server, options.flags?.dialect ?? 'cluster', options.simulatedNodes ?? 0);
  const hostname = options.host ?? '127.0.0.1';
  const authorities = await clientAuthorities(server, options.flags);
  const allowed = {
    hosts: hostsFor(hostname, [...(options.allowedHosts ?? []), ...ownNames(options)]),
    allowsOrigin: openAllowedOrigins(options.flags?.['cors-allowed-origins'] ?? ''),
  };
  const listenOn = async (port: number, certificate?: KeyAndCertificate) => {
    const listener = await listen(server, kubelets, { hostname, port, allowed, certificate, authorities });
    closing.push(() => listener.close());
    return listener;
  };
  const plain = options.port === undefined ? undefined : await listenOn(options.port);
  const certificate =
    options.securePort === undefined
      ? undefined
      : (options.certificate ?? (await servingCertificate(server.capabilities.certificates, ['localhost', hostname])));
  const secure =
    certificate && options.securePort !== undefined ? await listenOn(options.securePort, certificate) : undefined;
  if (secure?.url) await server.advertise(Number(new URL(secure.url).port || HTTPS_PORT));
  return {
    server,
    url: plain?.url,
    secureUrl: secure?.url,
    certificate:
      certificate && (options.certificate?.certificate ?? (await server.capabilities.certificates.authority())),
    async close() {
      await stopControllers();
      await server.close();
      for (const listener of [plain, secure]) listener?.closeUpgraded();
      await Promise.all([plain?.close(), secure?.close()]);
      await storage.close();
    },
  };
}

const HTTPS_PORT = 443;

/** Returns the names that the server is given: its advertised address, and those in the certificate that it presents. */
function ownNames({ flags, certificate }: NodeHostOptions): string[] {
  const { subjectAltName = '' } = certificate ? new X509Certificate(certificate.certificate) : {};
  const names = (subjectAltName ?? '').split(', ').map((name) => name.replace(/^(DNS|IP Address):\*?/, ''));
  return [flags?.['advertise-address'] ?? '', ...names].filter((name) => name !== '');
}

/**
 * Returns PEM authorities whose names are sent to clients, so that they choose a certificate that the server accepts.
 */
const clientAuthorities = async ({ capabilities }: Server, flags: Partial<ServerFlags> = {}): Promise<string[]> =>
  [flags['client-ca-file'], flags['requestheader-client-ca-file'], await capabilities.certificates.authority()].flatMap(
    (pem) => pem || [],
  );
