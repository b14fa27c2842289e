import { expect, test } from 'vitest';
import { Retries } from '../../src/client/retries.ts';
import { ManualClock } from '../manual-clock.ts';
import { noRandom } from './scripted-server.ts';

function scheduled() {
  const clock = new ManualClock();
  const retries = new Retries({ clock, random: noRandom });
  const calls: number[] = [];
  return { clock, retries, calls, fail: (key = 'a') => retries.schedule(key, () => calls.push(clock.now())) };
}

test('The waits of a key double with each failure and start anew after a success', async () => {
  const { clock, retries, calls, fail } = scheduled();
  fail();
  await clock.advance(200);
  fail();
  await clock.advance(400);
  retries.forget('a');
  fail();
  await clock.advance(200);
  expect(calls).toEqual([200, 600, 800]);
});

test('A key has one retry, keys do not disturb each other, and no wait exceeds half a minute', async () => {
  const { clock, calls, fail } = scheduled();
  for (let failure = 0; failure < 20; failure++) fail();
  fail('b');
  expect(clock.waiting).toBe(2);
  await clock.advance(60_000);
  expect(calls).toEqual([200, 30_000]);
});

test('Nothing is called or scheduled after a stop', async () => {
  const { clock, retries, calls, fail } = scheduled();
  fail();
  retries.stop();
  fail('b');
  expect(clock.waiting).toBe(0);
  await clock.advance(60_000);
  expect(calls).toEqual([]);
});
