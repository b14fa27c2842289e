import { X509Certificate } from 'node:crypto';
import type { Server } from '../../server/create-server.ts';
import { openAllowedOrigins } from '../../server/flags/allowed-origins.ts';
import type { ServerFlags } from '../../server/flags/server-flags.ts';
import { hostsFor } from './allowed-clients.ts';
import { type Listener, listen } from './listen.ts';
import type { NodeHostOptions } from './node-host-options.ts';
import type { Served } from './served.ts';
import { type KeyAndCertificate, servingCertificate } from './serving-certificate.ts';

/** A running API server. */
export interface NodeHost {
  /** The server, for requests without a network; of a cluster, the one that runs when the host is started. */
  readonly server: Server;
  /** `http://127.0.0.1:8080`; undefined without `port`. */
  readonly url: string | undefined;
  /** `https://127.0.0.1:8443`; undefined without `securePort`. */
  readonly secureUrl: string | undefined;
  /** PEM of the authority that clients must trust for HTTPS. */
  readonly certificate: string | undefined;
  /**
   * Stops listening; without `cluster`, also stops the controllers and the server, and closes the storage.
   * @param graceMilliseconds how long accepted requests may take to end; 0 by default
   */
  close(graceMilliseconds?: number): Promise<void>;
}

/** Where and how a host listens. */
export type ListeningOptions = Pick<
  NodeHostOptions,
  'host' | 'port' | 'securePort' | 'allowedHosts' | 'certificate' | 'auditSink'
>;

/** Starts what a host serves. @param closing receives functions that stop the started parts, in order */
type StartServed = (closing: (() => unknown)[]) => Promise<Served>;

/** Starts a host. When it fails, everything that was started is stopped. @throws what starting and listening throw */
export async function startHost(options: ListeningOptions, start: StartServed): Promise<NodeHost> {
  const closing: (() => unknown)[] = [];
  try {
    return await open(options, start, closing);
  } catch (error) {
    for (const close of closing.toReversed()) await close();
    throw error;
  }
}

async function open(options: ListeningOptions, start: StartServed, closing: (() => unknown)[]): Promise<NodeHost> {
  const served = await start(closing);
  const { server, flags } = served;
  const { certificates } = server.capabilities;
  const hostname = options.host ?? '127.0.0.1';
  const authorities = await clientAuthorities(server, flags);
  const allowed = {
    hosts: hostsFor(hostname, [...(options.allowedHosts ?? []), ...ownNames(flags, options.certificate)]),
    allowsOrigin: openAllowedOrigins(flags['cors-allowed-origins'] ?? ''),
    hasSecretTokens: served.hasSecretTokens,
  };
  const listeners: Listener[] = [];
  const listenOn = async (port: number, certificate?: KeyAndCertificate) => {
    const listener = await listen(served, { hostname, port, allowed, certificate, authorities });
    closing.push(() => listener.close());
    listeners.push(listener);
    return listener;
  };
  const plain = options.port === undefined ? undefined : await listenOn(options.port);
  const certificate =
    options.securePort === undefined
      ? undefined
      : (options.certificate ?? (await servingCertificate(certificates, ['localhost', hostname], served.now())));
  const secure =
    certificate && options.securePort !== undefined ? await listenOn(options.securePort, certificate) : undefined;
  if (secure?.url) await server.advertise(Number(new URL(secure.url).port || HTTPS_PORT));
  return {
    server,
    url: plain?.url,
    secureUrl: secure?.url,
    certificate: certificate && (options.certificate?.certificate ?? (await certificates.authority())),
    async close(graceMilliseconds = 0) {
      const finished = listeners.map((listener) => listener.finish(graceMilliseconds));
      await served.stop();
      await Promise.all(finished);
      for (const listener of listeners) listener.closeUpgraded();
      await Promise.all(listeners.map((listener) => listener.close()));
      await served.closeStorage();
    },
  };
}

const HTTPS_PORT = 443;

/** Returns the names of the server: its advertised address, and those in the certificate that it presents. */
function ownNames(flags: Partial<ServerFlags>, certificate: KeyAndCertificate | undefined): string[] {
  const { subjectAltName = '' } = certificate ? new X509Certificate(certificate.certificate) : {};
  const names = (subjectAltName ?? '').split(', ').map((name) => name.replace(/^(DNS|IP Address):\*?/, ''));
  return [flags['advertise-address'] ?? '', ...names].filter((name) => name !== '');
}

/**
 * Returns PEM authorities whose names are sent to clients, so that they choose a certificate that the server accepts.
 */
const clientAuthorities = async ({ capabilities }: Server, flags: Partial<ServerFlags>): Promise<string[]> =>
  [flags['client-ca-file'], flags['requestheader-client-ca-file'], await capabilities.certificates.authority()].flatMap(
    (pem) => pem || [],
  );
