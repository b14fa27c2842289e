import { expect, test } from 'vitest';
import { polledSource } from '../../src/client/polled-source.ts';
import { Reflector } from '../../src/client/reflector.ts';
import { ManualClock } from '../helpers/manual-clock.ts';
import { noRandom } from './scripted-server.ts';

test('A resource that cannot be watched is listed every five seconds until the signal aborts', async () => {
  const clock = new ManualClock();
  const lists: number[] = [];
  const replaced: (readonly string[])[] = [];
  const source = polledSource<string>(
    {
      list: async () => ({ items: [`item ${lists.push(clock.now())}`], resourceVersion: '' }),
      watch: () => {
        throw new Error('cannot be watched');
      },
      resourceVersionOf: () => undefined,
    },
    clock,
  );
  const abort = new AbortController();
  const sink = { replace: (items: readonly string[]) => void replaced.push(items), change: () => undefined };
  const running = new Reflector({ source, sink, clock, random: noRandom }).run(abort.signal);
  await clock.advance(12_000);
  expect(lists).toEqual([0, 5000, 10_000]);
  expect(replaced).toEqual([['item 1'], ['item 2'], ['item 3']]);
  abort.abort();
  await running;
  expect(clock.waiting).toBe(0);
});
