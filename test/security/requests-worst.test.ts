import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { ADMIN, type ChildServer, startChildServer } from './child-server.ts';
import { LONGEST_DELAY } from './longest-turn.mjs';
import { STORED_WIDGET, WIDGET_DEFINITION, WORST_REQUESTS } from './worst-requests.ts';

const JSON_TYPE = 'application/json';
const WIDGETS = '/apis/example.com/v1/namespaces/default/widgets';

const MIB = 2 ** 20;
/** The most memory in bytes that a request may add to what is in use, before it is collected: the budget of docs/reliability.md. */
const MOST_MEMORY = 256 * MIB;

describe('the worst request of a class', () => {
  let server: ChildServer;
  const measured: string[] = [];

  beforeAll(async () => {
    server = await startChildServer();
    const definitions = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions';
    expect((await send('POST', definitions, JSON.stringify(WIDGET_DEFINITION))).status).toBe(201);
    await vi.waitFor(async () => expect((await send('GET', WIDGETS)).status).toBe(200), 10_000);
    expect((await send('POST', WIDGETS, JSON.stringify(STORED_WIDGET))).status).toBe(201);
  }, 60_000);
  // The table of docs/reliability.md: TABPLANE_WORST=1 npx vitest run --project unit requests-worst
  afterAll(async () => {
    if (process.env.TABPLANE_WORST) process.stdout.write(`${measured.join('\n')}\n`);
    await server.stop();
  });

  async function send(method: string, path: string, body?: string, type = JSON_TYPE, accept = JSON_TYPE) {
    const headers = { ...ADMIN, 'content-type': type, accept };
    const response = await fetch(server.url + path, { method, headers, ...(body === undefined ? {} : { body }) });
    return { status: response.status, text: await response.text() };
  }

  it.each(WORST_REQUESTS.map((request) => [request.class, request] as const))(
    'lets other requests run, and stays within its memory: %s',
    async (name, { method, path, body, type, accept, status, message = '' }) => {
      const sent = body();
      const live = await server.liveMemory();
      await server.usage();
      const answer = await send(method, path, sent, type, accept);
      const { delay, highest } = await server.usage();
      const memory = highest - live;
      measured.push(
        `| ${name} | ${(sent.length / 1e6).toFixed(1)} MB | ${answer.status} | ${Math.round(delay)} ms | ${Math.round(memory / MIB)} MiB |`,
      );
      expect(answer).toMatchObject({ status });
      expect(answer.text).toContain(message);
      expect(delay).toBeLessThan(LONGEST_DELAY);
      expect(memory).toBeLessThan(MOST_MEMORY);
    },
    60_000,
  );
});
