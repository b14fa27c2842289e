import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, it } from 'vitest';
import { processorTime } from '../../helpers/processor-time.ts';
import { DEFINITIONS, widgetDefinition } from '../../helpers/widget-definition.ts';
import { createWholeServer } from '../whole-server.ts';

/** Changes of definitions, after each of which all documents have 4 MB of text. */
const CHANGES = 30;
/** Bytes. */
const ALLOWED_GROWTH = 10 * 2 ** 20;

it('OpenAPI documents of earlier definitions are not kept for clients that repeat their requests', async () => {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  const { server, send } = await createWholeServer();
  const read = async (path: string): Promise<string> => (await send('GET', path)).text();
  let targets = 0;
  /** Changes the served resources, and reads what depends on them. */
  const change = async (): Promise<void> => {
    const headers = { 'content-type': 'application/json' };
    await send('POST', DEFINITIONS, { body: JSON.stringify(widgetDefinition()), headers });
    await expect.poll(() => read('/openapi/v3')).toContain('example.com');
    // Unlike the document of a version, it changes with every definition.
    await read('/openapi/v2');
    await send('DELETE', `${DEFINITIONS}/widgets.example.com`);
    await expect.poll(() => read('/openapi/v3')).not.toContain('example.com');
    // The endpoint of each target is cached.
    await read(`/api/v1/configmaps?limit=${++targets}`);
  };
  const inUse = async (): Promise<number> => {
    await new Promise((resolve) => setTimeout(resolve, 0));
    collect();
    return process.memoryUsage().heapUsed;
  };
  for (let time = 0; time < 3; time++) await change();
  const before = await inUse();
  for (let time = 0; time < CHANGES; time++) await change();
  expect((await inUse()) - before).toBeLessThan(ALLOWED_GROWTH);
  await server.close();
});

it('Documents of versions without changed resources are not written again after a definition was created or deleted', async () => {
  const { server, send } = await createWholeServer();
  const read = async (path: string): Promise<string> => (await send('GET', path)).text();
  const first = await processorTime(() => read('/openapi/v3'));
  const headers = { 'content-type': 'application/json' };
  await send('POST', DEFINITIONS, { body: JSON.stringify(widgetDefinition()), headers });
  await expect.poll(() => read('/apis')).toContain('example.com');
  const created = await processorTime(() => read('/openapi/v3'));
  expect(await read('/openapi/v3')).toContain('example.com');
  await send('DELETE', `${DEFINITIONS}/widgets.example.com`);
  await expect.poll(() => read('/apis')).not.toContain('example.com');
  const deleted = await processorTime(() => read('/openapi/v3'));
  // Garbage may be collected during one of them.
  expect(Math.min(created, deleted)).toBeLessThan(first / 3);
  await server.close();
});
