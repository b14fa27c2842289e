import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { processorTime } from '../helpers/processor-time.ts';
import { createWholeServer } from '../server/whole-server.ts';
import { STORED_WIDGET, WIDGET_DEFINITION, WORST_REQUESTS } from './worst-requests.ts';

const WIDGETS = '/apis/example.com/v1/namespaces/default/widgets';

/** Milliseconds of computing on a busy machine; requests that were quadratic took ten times as long. */
const LONGEST = 8000;

describe('the worst request of a class', () => {
  let cluster: Awaited<ReturnType<typeof createWholeServer>>;
  const measured: string[] = [];

  beforeAll(async () => {
    cluster = await createWholeServer();
    await cluster.post('/apis/apiextensions.k8s.io/v1/customresourcedefinitions', WIDGET_DEFINITION);
    await vi.waitFor(async () => expect((await cluster.get(WIDGETS)).status).toBe(200), 10_000);
    expect((await cluster.post(WIDGETS, STORED_WIDGET)).status).toBe(201);
  });
  // The table of docs/reliability.md: TABPLANE_WORST=1 npx vitest run --project unit requests-worst
  afterAll(() => {
    if (process.env.TABPLANE_WORST) process.stdout.write(`${measured.join('\n')}\n`);
    cluster.server.close();
  });

  it.each(WORST_REQUESTS.map((request) => [request.class, request] as const))(
    'is answered after a bounded time: %s',
    async (name, { method, path, body, type, status, message = '' }) => {
      const sent = body();
      let answer = { status: 0, text: '' };
      const milliseconds = await processorTime(async () => {
        const response = await cluster.send(method, path, { body: sent, headers: { 'content-type': type } });
        answer = { status: response.status, text: await response.text() };
      });
      measured.push(
        `| ${name} | ${(sent.length / 1e6).toFixed(1)} MB | ${answer.status} | ${Math.round(milliseconds)} ms |`,
      );
      expect(answer).toMatchObject({ status });
      expect(answer.text).toContain(message);
      expect(milliseconds).toBeLessThan(LONGEST);
    },
  );
});
