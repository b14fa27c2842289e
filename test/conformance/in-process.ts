import { type Dialect, dialectNamed } from '../../src/api/dialect.ts';
import type { Fetch } from '../../src/api/environment.ts';
import { chooseControllers } from '../../src/hosts/controllers/choose-controllers.ts';
import { controllerFlagsAmong, readControllerFlags } from '../../src/hosts/controllers/read-controller-flags.ts';
import { startControllers } from '../../src/hosts/controllers/start-controllers.ts';
import { systemClock, systemRandom } from '../../src/hosts/platform.ts';
import { createServer } from '../../src/server/create-server.ts';
import type { Storage } from '../../src/storage/storage.ts';
import { fetchClient } from './harness.mjs';
import type { OpenServer } from './replay-scenarios.ts';
import { conformanceFlags } from './scenarios.ts';
import { aggregated, answer, PORT } from './webhook-fixture.mjs';

/** Answers the webhooks and the extension API servers of the recordings without a socket. Nothing else is reachable. */
const outgoingIn = ({ renameText }: Dialect): Fetch => {
  const outgoing: Fetch = async (request) => {
    const { port, pathname, search } = new URL(request.url);
    if (port !== String(PORT)) throw new TypeError('dial tcp: connect: connection refused');
    if (pathname.startsWith('/apis/agg-')) {
      const { method } = request;
      const made = aggregated(
        method,
        `${pathname}${search}`,
        Object.fromEntries(request.headers),
        await request.text(),
      );
      return new Response(made.body, made);
    }
    if (request.method !== 'POST') return new Response('only POST', { status: 405 });
    const { status, headers, body, delayMs } = answer(`${pathname}${search}`, await request.text());
    if (headers.Location) return outgoing(new Request(new URL(headers.Location, request.url)));
    if (delayMs) await new Promise((resolve) => setTimeout(resolve, delayMs));
    request.signal.throwIfAborted();
    return new Response(inDialect(body, renameText), { status, headers });
  };
  return outgoing;
};

/** Patches of the webhook fixture contain Kubernetes names, which only this function can rename. */
export const inDialect = (body: string, rename: (text: string) => string): string =>
  body.replace(/(?<="patch":")[A-Za-z0-9+/=]+(?=")/, (patch) => btoa(rename(atob(patch))));

/** Opens servers in this process, over storages from `openStorage`. */
export const inProcess =
  (openStorage: () => Promise<Storage>): OpenServer =>
  async (dialect, flags, controllers) => {
    const names = dialectNamed(dialect);
    const server = await createServer({
      storage: await openStorage(),
      clock: systemClock,
      random: systemRandom,
      fetch: outgoingIn(names),
      flags: conformanceFlags(names, flags),
    });
    const stopControllers = startControllers(server, dialect, chooseControllers(controllers), {
      flags: readControllerFlags(controllerFlagsAmong(flags)),
    });
    const close = async (): Promise<void> => {
      await stopControllers();
      await server.close();
    };
    return { client: fetchClient((request) => server.fetch(request)), close };
  };
