import { expect, test } from 'vitest';
import { EventQueue } from '../../../src/client/events/event-queue.ts';
import { ManualClock } from '../../helpers/manual-clock.ts';
import { noRandom } from '../scripted-server.ts';

function open() {
  const clock = new ManualClock();
  const queue = new EventQueue({ clock, random: noRandom, reportProblem: () => undefined });
  const begun: string[] = [];
  const open: (() => void)[] = [];
  /** Adds a write that lasts until `finish` is called. */
  const add = (subject: string, name: string): void =>
    queue.add(subject, () => {
      begun.push(name);
      return new Promise<void>((resolve) => open.push(resolve));
    });
  /** Completes the running writes, so that the next ones begin. */
  const finish = async (): Promise<void> => {
    for (const resolve of open.splice(0)) resolve();
    await clock.advance(0);
  };
  return { clock, queue, begun, add, finish };
}

test('Events of different subjects are written concurrently, and events of one subject in sequence', async () => {
  const { queue, begun, add, finish } = open();
  for (const name of ['a1', 'b1', 'a2', 'b2', 'a3']) add(name.charAt(0), name);
  await finish();
  expect(begun).toEqual(['a1', 'b1']);
  await finish();
  expect(begun).toEqual(['a1', 'b1', 'a2', 'b2']);
  await finish();
  expect(begun).toEqual(['a1', 'b1', 'a2', 'b2', 'a3']);
  await finish();
  await queue.whenIdle();
});

test('An event that waits for a retry delays only events of the same subject', async () => {
  const { clock, queue, begun } = open();
  let attempts = 0;
  queue.add('a', async () => {
    attempts += 1;
    if (attempts <= 2) throw new TypeError('connection refused');
    begun.push('a1');
  });
  queue.add('a', async () => void begun.push('a2'));
  queue.add('b', async () => void begun.push('b1'));
  await clock.advance(0);
  expect(begun).toEqual(['b1']);
  await clock.advance(10_000);
  await queue.whenIdle();
  expect(begun).toEqual(['b1', 'a1', 'a2']);
});

test('The number of concurrent writes is limited, and writes begin in the order of their subjects', async () => {
  const { queue, begun, add, finish } = open();
  const names = Array.from({ length: 40 }, (_, index) => `s${index}`);
  for (const name of names) add(name, name);
  await finish();
  expect(begun).toEqual(names.slice(0, 16));
  while (begun.length < names.length) await finish();
  expect(begun).toEqual(names);
  await finish();
  await queue.whenIdle();
});

test('A clock that moves forward waits for event writes, and not for their retries', async () => {
  const clock = new ManualClock();
  let running = 0;
  const gate = { opening: () => undefined, begin: () => void running++, end: () => void running-- };
  const gated = { now: () => clock.now(), after: clock.after.bind(clock), gate };
  const queue = new EventQueue({ clock: gated, random: noRandom, reportProblem: () => undefined });
  const during: number[] = [];
  let attempts = 0;
  queue.add('a', async () => {
    during.push(running);
    attempts += 1;
    if (attempts <= 2) throw new TypeError('connection refused');
  });
  await clock.advance(0);
  expect([during, running]).toEqual([[1, 1], 0]);
  await clock.advance(10_000);
  expect([during, running]).toEqual([[1, 1, 1], 0]);
  await queue.close();
});
