import { expect, it } from 'vitest';
import type { ControlLoop } from '../../../src/hosts/controllers/control-loops.ts';
import { startControllers } from '../../../src/hosts/controllers/start-controllers.ts';
import { createWholeServer } from '../../server/whole-server.ts';

/** Starts one loop that waits until the test lets it begin. */
async function start() {
  const { server } = await createWholeServer();
  let began = 0;
  let begin = (): void => undefined;
  const mayBegin = new Promise<void>((resolve) => {
    begin = resolve;
  });
  const loop: ControlLoop = {
    name: 'counting-controller',
    serviceAccount: 'counting-controller',
    run: async () => {
      began += 1;
    },
  };
  const stop = startControllers(server, 'kubernetes', [loop], { mayBegin });
  return { begin, stop, began: () => began };
}

it('lets controllers wait until they may begin', async () => {
  const { begin, stop, began } = await start();
  await Promise.resolve();
  expect(began()).toBe(0);
  begin();
  await expect.poll(began).toBe(1);
  await stop();
});

it('stops controllers that may not begin yet', async () => {
  const { stop, began } = await start();
  await stop();
  expect(began()).toBe(0);
});
