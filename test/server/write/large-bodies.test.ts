import { expect, it } from 'vitest';
import { createWholeServer } from '../whole-server.ts';

const CONFIG_MAPS = '/api/v1/namespaces/default/configmaps?dryRun=All';

/** Returns a body with `count` finalizers, which makes each step of the write slow. */
const withFinalizers = (count: number): string =>
  JSON.stringify({
    metadata: { name: 'large', finalizers: Array.from({ length: count }, (_, index) => `example.com/f${index}`) },
  });

/** Returns the number of event loop turns until the response. */
async function turnsDuring(request: () => Promise<unknown>): Promise<number> {
  let turns = 0;
  let isAnswered = false;
  const count = (): void => {
    turns += 1;
    if (!isAnswered) setImmediate(count);
  };
  setImmediate(count);
  await request();
  isAnswered = true;
  return turns;
}

it('a create with a large body yields to other work between its steps', async () => {
  const { server, send } = await createWholeServer();
  const headers = { 'content-type': 'application/json' };
  const body = withFinalizers(100_000);
  const turns = await turnsDuring(async () => {
    const response = await send('POST', CONFIG_MAPS, { body, headers });
    expect(response.status).toBe(201);
  });
  expect(turns).toBeGreaterThan(1);
  await server.close();
});
