import { serve } from 'srvx/node';
import { createServer, type Server } from '../server/create-server.ts';
import type { ServerFlags } from '../server/server-flags.ts';
import { createMemoryStorage } from '../storage/memory-storage.ts';
import type { Storage } from '../storage/storage.ts';
import { nodeSandbox } from './node-sandbox.ts';
import { outgoingFetch } from './outgoing-fetch.ts';
import { FIRST_REVISION, systemClock, systemRandom } from './platform.ts';
import { type KeyAndCertificate, selfSignedCertificate } from './self-signed-certificate.ts';
import { startControllers } from './start-controllers.ts';

export interface NodeHostOptions {
  /** Where the data lives; in memory when absent. */
  readonly storage?: Storage;
  readonly flags?: Partial<ServerFlags>;
  /** Address to listen on. */
  readonly host?: string;
  /** Port for HTTP; 0 takes a free one. Absent: no HTTP. */
  readonly port?: number;
  /** Port for HTTPS. Absent: no HTTPS. */
  readonly securePort?: number;
  /** For HTTPS; self-made when absent. */
  readonly certificate?: KeyAndCertificate;
  /** Run the controllers too: default service accounts, removal of namespaces, aggregated roles. */
  readonly controllers?: boolean;
}

export interface NodeHost {
  readonly server: Server;
  /** `http://127.0.0.1:8080`; absent without `port`. */
  readonly url: string | undefined;
  readonly secureUrl: string | undefined;
  /** PEM of the certificate that HTTPS shows. */
  readonly certificate: string | undefined;
  close(): Promise<void>;
}

/** Serves a whole API server over HTTP and HTTPS, for kubectl and other clients. */
export async function startNodeHost(options: NodeHostOptions): Promise<NodeHost> {
  const storage = options.storage ?? (await createMemoryStorage({ firstRevision: FIRST_REVISION }));
  const server = await createServer({
    storage,
    clock: systemClock,
    random: systemRandom,
    fetch: outgoingFetch,
    compression: true,
    sandbox: nodeSandbox(),
    ...(options.flags ? { flags: options.flags } : {}),
  });
  const stopControllers = options.controllers
    ? startControllers(server, options.flags?.dialect ?? 'cluster')
    : undefined;
  const hostname = options.host ?? '127.0.0.1';
  const listen = async (port: number, certificate?: KeyAndCertificate) => {
    const listener = serve({
      fetch: async (request) => {
        const answer = await server.fetch(request);
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
        ? { tls: { cert: certificate.certificate, key: certificate.key }, protocol: 'https' as const }
        : {}),
    });
    return listener.ready();
  };
  const plain = options.port === undefined ? undefined : await listen(options.port);
  const certificate =
    options.securePort === undefined
      ? undefined
      : (options.certificate ?? (await selfSignedCertificate(['localhost', hostname])));
  const secure =
    certificate && options.securePort !== undefined ? await listen(options.securePort, certificate) : undefined;
  return {
    server,
    url: plain?.url?.replace(/\/$/, ''),
    secureUrl: secure?.url?.replace(/\/$/, ''),
    certificate: certificate?.certificate,
    async close() {
      stopControllers?.();
      server.close();
      await Promise.all([plain?.close(true), secure?.close(true)]);
      await storage.close();
    },
  };
}
