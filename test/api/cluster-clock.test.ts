import { beforeEach, describe, expect, test } from 'vitest';
import { ClusterClock, MoveEndedError } from '../../src/api/cluster-clock.ts';
import { WorkQueue } from '../../src/client/work-queue.ts';
import { ManualClock } from '../helpers/manual-clock.ts';

const DAY = 86_400_000;

let platform: ManualClock;
let clock: ClusterClock;
let calls: (readonly [string, number])[];
const note = (name: string) => () => void calls.push([name, clock.now()]);

beforeEach(() => {
  platform = new ManualClock();
  clock = new ClusterClock(platform);
  calls = [];
});

/** Advances the clock of the platform until the promise settles. */
async function whileTimePasses<T>(promise: Promise<T>): Promise<T> {
  let isDone = false;
  const done = promise.finally(() => {
    isDone = true;
  });
  while (!isDone) await platform.advance(50);
  return done;
}

describe('the time of a cluster', () => {
  test("passes at the platform's rate at first", async () => {
    clock.after(1000, note('timer'));
    await platform.advance(999);
    expect(calls).toEqual([]);
    await platform.advance(1);
    expect(calls).toEqual([['timer', 1000]]);
  });

  test('stops with its timers while it is paused', async () => {
    clock.after(1000, note('timer'));
    await platform.advance(400);
    clock.setRate(0);
    await platform.advance(10_000);
    expect([clock.now(), calls]).toEqual([400, []]);
    clock.setRate(1);
    await platform.advance(600);
    expect(calls).toEqual([['timer', 1000]]);
  });

  test('passes faster, with its timers', async () => {
    clock.setRate(60);
    clock.after(60_000, note('timer'));
    await platform.advance(1000);
    expect(calls).toEqual([['timer', 60_000]]);
    expect(clock.now()).toBe(60_000);
  });

  test('runs callbacks without a delay while it is paused', async () => {
    clock.setRate(0);
    clock.after(0, note('turn'));
    await platform.advance(1);
    expect(calls).toEqual([['turn', 0]]);
  });

  test('calls no cancelled timers', async () => {
    const cancel = clock.after(1000, note('timer'));
    clock.setRate(2);
    cancel();
    await platform.advance(5000);
    expect(calls).toEqual([]);
  });

  test('moves forward through the timers in order, including timers that callbacks set', async () => {
    clock.setRate(0);
    clock.after(3000, note('late'));
    clock.after(1000, () => {
      note('early')();
      clock.after(1000, note('between'));
    });
    await whileTimePasses(clock.advanceTo(2500));
    expect(calls).toEqual([
      ['early', 1000],
      ['between', 2000],
    ]);
    expect(clock.now()).toBe(2500);
    await whileTimePasses(clock.advanceTo(1000));
    expect(clock.now()).toBe(2500);
  });

  test('calls every timer of a day at its due time', async () => {
    clock.setRate(0);
    const tick = () => {
      calls.push(['tick', clock.now()]);
      clock.after(60_000, tick);
    };
    clock.after(60_000, tick);
    await whileTimePasses(clock.advanceTo(DAY));
    expect(clock.now()).toBe(DAY);
    expect(calls).toEqual(Array.from({ length: 1440 }, (_, minute) => ['tick', (minute + 1) * 60_000]));
  });

  test('calls timers with slack late, together with others, and at the latest at the end of the move', async () => {
    clock.setRate(0);
    clock.after(1000, note('early'), 5000);
    clock.after(2000, note('exact'));
    clock.after(4000, note('late'), 2000);
    clock.after(8000, note('last'), 60_000);
    await whileTimePasses(clock.advanceTo(9000));
    expect(calls).toEqual([
      ['exact', 2000],
      ['early', 6000],
      ['late', 6000],
      ['last', 9000],
    ]);
  });

  test('ignores slack while it passes at its rate', async () => {
    clock.after(1000, note('lenient'), 5000);
    await platform.advance(1000);
    expect(calls).toEqual([['lenient', 1000]]);
  });

  test('advances only from timer to timer during a move', async () => {
    clock.setRate(600);
    clock.after(1000, note('timer'));
    clock.after(2000, note('next'));
    await whileTimePasses(clock.advanceTo(2500));
    expect(calls).toEqual([
      ['timer', 1000],
      ['next', 2000],
    ]);
  });

  test('reports the progress of a move, and stops where a signal aborts it', async () => {
    clock.setRate(0);
    const ending = new AbortController();
    const reached: number[] = [];
    for (let second = 1; second <= 5; second++) clock.after(second * 1000, note(`second ${second}`));
    const onProgress = (time: number) => {
      reached.push(time);
      if (time === 3000) ending.abort(new Error('far enough'));
    };
    const moved = clock.advanceTo(5000, { signal: ending.signal, onProgress });
    await whileTimePasses(expect(moved).rejects.toThrow('far enough'));
    expect(reached).toEqual([1000, 2000, 3000]);
    expect([clock.now(), calls.length]).toEqual([3000, 3]);
  });

  test('rejects a move when its rate is set', async () => {
    clock.setRate(0);
    const onProgress = (time: number) => time === 1000 && clock.setRate(1);
    clock.after(1000, note('timer'));
    const moved = clock.advanceTo(5000, { onProgress: (time) => void onProgress(time) });
    await whileTimePasses(expect(moved).rejects.toThrow(MoveEndedError));
    expect(clock.target).toBeUndefined();
  });

  test('begins a move when the previous one has ended', async () => {
    clock.setRate(0);
    const first = clock.advanceTo(() => clock.now() + 1000);
    const second = clock.advanceTo(() => clock.now() + 1000);
    await whileTimePasses(Promise.all([first, second]));
    expect(clock.now()).toBe(2000);
  });

  test('rejects a move that was cancelled before it begins', async () => {
    clock.setRate(0);
    const cancelled = AbortSignal.abort(new Error('cancelled'));
    const first = clock.advanceTo(1000);
    const moves = [clock.advanceTo(2000, { signal: cancelled }), clock.advanceTo(0, { signal: cancelled })];
    await whileTimePasses(Promise.all([first, ...moves.map((move) => expect(move).rejects.toThrow('cancelled'))]));
    expect(clock.now()).toBe(1000);
  });

  test('moves past work that itself waits for time to pass', async () => {
    clock.setRate(0);
    clock.gate.begin();
    clock.after(1000, () => clock.gate.end());
    clock.after(2000, note('timer'));
    await whileTimePasses(clock.advanceTo(2000));
    expect(calls).toEqual([['timer', 2000]]);
  });

  test('continues a stored setting as if it had passed continuously', async () => {
    clock.restore({ rate: 10, time: 5000, since: -1000 });
    expect(clock.now()).toBe(15_000);
    clock.restore({ rate: 0, time: 5000, since: -1000 });
    expect(clock.now()).toBe(5000);
  });

  test("is the server's time, while the server's timers follow the platform", async () => {
    clock.setRate(0);
    clock.forServer.after(1000, note('timeout'));
    await platform.advance(1000);
    expect(calls).toEqual([['timeout', 0]]);
    expect([clock.forServer.now(), clock.forServer.elapsed?.()]).toEqual([0, 1000]);
  });
});

describe('a work queue on a paused clock', () => {
  const queueOf = () =>
    new WorkQueue({
      clock,
      random: { bytes: (count) => new Uint8Array(count) },
      reportProblem: (problem, error) => {
        throw new Error(problem, { cause: error });
      },
      describe: (key) => key,
      work: async (key) => {
        note(key)();
        return key === 'again' && calls.length === 1 ? { after: 1000 } : undefined;
      },
    });

  test('starts no work until time passes again', async () => {
    const queue = queueOf();
    clock.setRate(0);
    queue.add('pod');
    await platform.advance(10_000);
    expect(calls).toEqual([]);
    clock.setRate(1);
    await queue.whenIdle();
    expect(calls).toEqual([['pod', 0]]);
    await queue.close();
  });

  test('starts no work for a move that was cancelled before it begins', async () => {
    const queue = queueOf();
    clock.setRate(0);
    queue.add('pod');
    const move = clock.advanceTo(1500, { signal: AbortSignal.abort(new Error('cancelled')) });
    await whileTimePasses(expect(move).rejects.toThrow('cancelled'));
    expect(calls).toEqual([]);
    await queue.close();
  });

  test('runs due work while time moves forward, and none afterwards', async () => {
    const queue = queueOf();
    clock.setRate(0);
    queue.add('again');
    await whileTimePasses(clock.advanceTo(1500));
    expect(calls).toEqual([
      ['again', 0],
      ['again', 1000],
    ]);
    queue.add('later');
    await platform.advance(10_000);
    expect(calls).toHaveLength(2);
    await queue.close();
  });
});
