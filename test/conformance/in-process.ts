import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type DialectName, dialectNamed } from '../../src/api/dialect.ts';
import type { Fetch } from '../../src/api/environment.ts';
import { systemClock, systemRandom } from '../../src/hosts/platform.ts';
import { createServer, type Server } from '../../src/server/create-server.ts';
import { DEFAULT_FLAGS, parseServerFlags } from '../../src/server/server-flags.ts';
import { createMemoryStorage } from '../../src/storage/memory-storage.ts';
import { fetchClient, runScenario } from './harness.mjs';
import { CONFORMANCE_FLAGS, flagsOf, isKnownGap, needsOwnServer, scenarios, shortfalls } from './scenarios.ts';
import { answer, PORT } from './webhook-fixture.mjs';

/** The webhooks of the recordings, answered without a socket; everything else cannot be reached. */
const outgoing: Fetch = async (request) => {
  const { port, pathname, search } = new URL(request.url);
  if (port !== String(PORT)) throw new TypeError('dial tcp: connect: connection refused');
  if (request.method !== 'POST') return new Response('only POST', { status: 405 });
  const { status, headers, body, delayMs } = answer(`${pathname}${search}`, await request.text());
  if (headers.Location) return outgoing(new Request(new URL(headers.Location, request.url)));
  if (delayMs) await new Promise((resolve) => setTimeout(resolve, delayMs));
  request.signal.throwIfAborted();
  return new Response(body, { status, headers });
};

async function startServer(dialect: DialectName, flags: Readonly<Record<string, string>>): Promise<Server> {
  const { rename } = dialectNamed(dialect);
  const known = Object.entries(flags).filter(([name]) => name in DEFAULT_FLAGS);
  return createServer({
    storage: await createMemoryStorage({ firstRevision: 300 }),
    clock: systemClock,
    random: systemRandom,
    fetch: outgoing,
    flags: parseServerFlags({
      ...Object.fromEntries(known.map(([name, text]) => [name, rename(text)])),
      dialect,
      ...CONFORMANCE_FLAGS,
    }),
  });
}

/** Every recorded conversation against servers in this process, many at once: most of their time is spent waiting. */
export function replayInProcess(dialect: DialectName): void {
  describe.concurrent(`recorded conversations in the ${dialect} dialect`, () => {
    let shared: Server;
    beforeAll(async () => {
      shared = await startServer(dialect, {});
    });
    afterAll(() => shared?.close());

    for (const scenario of scenarios) {
      const expected = isKnownGap(scenario.id, dialect) ? it.fails : it;
      expected(`${scenario.id}: ${scenario.title}`, async () => {
        const own = needsOwnServer(scenario) ? await startServer(dialect, flagsOf(scenario)) : undefined;
        const client = fetchClient((request) => (own ?? shared).fetch(request));
        try {
          expect(shortfalls(await runScenario(scenario, client, { dialect }))).toEqual([]);
        } finally {
          own?.close();
        }
      });
    }
  });
}
