import type { Clock } from '../../src/api/environment.ts';
import type { UserInfo } from '../../src/api/user-info.ts';
import { createServer, type Server } from '../../src/server/create-server.ts';
import type { ServerOptions } from '../../src/server/server-options.ts';
import { createMemoryStorage } from '../../src/storage/memory-storage.ts';

export const ADMIN: UserInfo = { username: 'admin', groups: ['system:masters', 'system:authenticated'] };

interface Sent {
  readonly body?: BodyInit;
  readonly headers?: Record<string, string>;
  readonly user?: UserInfo;
}

/**
 * Creates a complete server over empty memory. Its clock advances by a millisecond on every read, and its timers never
 * fire, except those without a delay, which long work uses to yield.
 */
export async function createWholeServer(options: Partial<ServerOptions> = {}) {
  let now = Date.UTC(2023, 10, 21);
  const clock: Clock = {
    now: () => now++,
    after: (milliseconds, callback) => {
      if (milliseconds === 0) setTimeout(callback, 0);
      return () => undefined;
    },
  };
  const server: Server = await createServer({
    storage: await createMemoryStorage({ firstRevision: 300 }),
    clock,
    random: { bytes: (count) => crypto.getRandomValues(new Uint8Array(count)) },
    fetch: () => Promise.reject(new TypeError('nothing is reachable from here')),
    ...options,
    flags: { dialect: 'kubernetes', ...options.flags },
  });
  const send = (method: string, path: string, { body, headers = {}, user = ADMIN }: Sent = {}): Promise<Response> =>
    server.fetch(new Request(`http://cluster${path}`, { method, headers, ...(body ? { body } : {}) }), { user });
  return {
    server,
    send,
    get: (path: string, headers: Record<string, string> = {}) => send('GET', path, { headers }),
    post: (path: string, body: unknown, headers: Record<string, string> = {}) =>
      send('POST', path, {
        body: JSON.stringify(body),
        headers: { 'content-type': 'application/json', ...headers },
      }),
  };
}
