import { afterEach, expect, it } from 'vitest';
import { namespacesController } from '../../../src/controllers/namespaces/namespaces.ts';
import { ManualClock } from '../../helpers/manual-clock.ts';
import { openControlledServer } from '../controlled-server.ts';

const NAMESPACES = '/api/v1/namespaces';

const close: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const end of close.splice(0)) await end();
});

it('An empty namespace stays five seconds after its deletion, because other servers may create objects', async () => {
  const clock = new ManualClock();
  const server = await openControlledServer([namespacesController], clock);
  close.push(() => server.close());
  await server.create(NAMESPACES, { metadata: { name: 'empty' } });
  await server.ask(`${NAMESPACES}/empty`, 'DELETE');
  await clock.advance(4500);
  expect((await server.ask(`${NAMESPACES}/empty`)).body.status).toEqual({ phase: 'Terminating' });
  await clock.advance(600);
  await expect.poll(() => server.codeOf(`${NAMESPACES}/empty`)).toBe(404);
});
