import type { Clock } from '../../src/api/environment.ts';
import { type ControllerFlags, DEFAULT_CONTROLLER_FLAGS } from '../../src/controllers/flags/controller-flags.ts';
import type { ControlLoop } from '../../src/hosts/controllers/control-loops.ts';
import { startControllers } from '../../src/hosts/controllers/start-controllers.ts';
import { systemClock, systemRandom } from '../../src/hosts/platform.ts';
import { createServer } from '../../src/server/create-server.ts';
import type { ServerFlags } from '../../src/server/flags/server-flags.ts';
import { createMemoryStorage } from '../../src/storage/memory-storage.ts';

/** The status code of a response, and its body. */
export interface Answer {
  readonly code: number;
  // biome-ignore lint/suspicious/noExplicitAny: tests read objects of every kind.
  readonly body: any;
}

/** Opens a server with an administrator and some controllers, which have only the permissions of their roles. */
export async function openControlledServer(
  chosen: readonly ControlLoop[],
  clock: Clock = systemClock,
  flags: Partial<ServerFlags> = {},
  controllerFlags: Partial<ControllerFlags> = {},
) {
  const server = await createServer({
    storage: await createMemoryStorage(),
    clock,
    random: systemRandom,
    fetch: () => Promise.reject(new Error('nothing outside may be asked')),
    flags: { dialect: 'kubernetes', 'token-auth-file': 'admin-token,admin,admin,"system:masters"\n', ...flags },
  });
  const stop = startControllers(server, 'kubernetes', chosen, {
    clock,
    flags: { ...DEFAULT_CONTROLLER_FLAGS, ...controllerFlags },
  });
  const ask = async (path: string, method = 'GET', object?: object, type = 'application/json'): Promise<Answer> => {
    const headers = { authorization: 'Bearer admin-token', 'content-type': type };
    const body = object ? { body: JSON.stringify(object) } : {};
    const response = await server.fetch(new Request(`http://localhost${path}`, { method, headers, ...body }));
    return { code: response.status, body: await response.json() };
  };
  return {
    server,
    ask,
    /** Creates an object and returns it. @throws Error when the server rejects it */
    async create(path: string, object: object) {
      const { code, body } = await ask(path, 'POST', object);
      if (code !== 201) throw new Error(body.message);
      return body;
    },
    merge: (path: string, patch: object) => ask(path, 'PATCH', patch, 'application/merge-patch+json'),
    codeOf: async (path: string) => (await ask(path)).code,
    async close() {
      await stop();
      await server.close();
    },
  };
}
