import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import type { Reason } from '../../src/api/debug/causes.ts';
import type { Random } from '../../src/api/environment.ts';
import { type Requeue, WorkQueue, type WorkQueueOptions } from '../../src/client/work-queue.ts';
import { ManualClock } from '../helpers/manual-clock.ts';
import { noRandom } from './scripted-server.ts';

const INITIAL = 200;
const MAXIMUM = 30_000;

function open(options: Partial<WorkQueueOptions> & Pick<WorkQueueOptions, 'work'>) {
  const clock = new ManualClock();
  const reportProblem = vi.fn();
  const queue = new WorkQueue({
    ...{ clock, random: noRandom, reportProblem, describe: (key: string) => `working on ${key}` },
    ...options,
  });
  return { clock, queue, reportProblem };
}

/** Returns work that runs until the test ends it. */
function heldWork() {
  const begun: string[] = [];
  const ends: (() => void)[] = [];
  const work = (key: string): Promise<undefined> => {
    begun.push(key);
    return new Promise((resolve) => ends.push(() => resolve(undefined)));
  };
  return { begun, work, end: () => ends.shift()?.() };
}

describe('a work queue', () => {
  it('runs a key once for all adds in one turn', async () => {
    const work = vi.fn(async () => undefined);
    const { clock, queue } = open({ work });
    queue.add('a');
    queue.add('b');
    queue.add('a');
    await clock.advance(0);
    expect(work.mock.calls).toEqual([
      ['a', []],
      ['b', []],
    ]);
  });

  it('lets time pass before it runs a key that requests another run immediately', async () => {
    const times: number[] = [];
    const { clock, queue } = open({
      work: async () => {
        times.push(clock.now());
        return times.length < 3 ? { after: 0 } : undefined;
      },
    });
    queue.add('a');
    await clock.advance(5);
    expect(times).toEqual([0, 1, 2]);
  });

  it('runs a key once for all adds in a turn of the event loop, even with microtasks between them', async () => {
    const work = vi.fn(async () => undefined);
    const { clock, queue } = open({ work, gathersAdds: true });
    for (let event = 0; event < 10; event++) {
      queue.add('a');
      await Promise.resolve();
    }
    expect(work).not.toHaveBeenCalled();
    await clock.advance(0);
    expect(work).toHaveBeenCalledOnce();
  });

  it('delays a key for up to eight turns while it is added repeatedly, and delays no other key', async () => {
    const turns: (() => void)[] = [];
    const after = (_: number, turn: () => void) => {
      turns.push(turn);
      return () => undefined;
    };
    const { begun, work } = heldWork();
    const { queue } = open({ clock: { now: () => 0, after }, workers: 2, gathersAdds: true, work });
    queue.add('b');
    for (let turn = 1; turn <= 8; turn++) {
      expect(begun).toEqual(turn === 1 ? [] : ['b']);
      queue.add('a');
      queue.add('a');
      turns.shift()?.();
    }
    expect(begun).toEqual(['b', 'a']);
    expect(turns).toEqual([]);
  });

  it('counts a turn that gathers keys as work of its clock', async () => {
    let running = 0;
    const gate = { opening: () => undefined, begin: () => void running++, end: () => void running-- };
    const manual = new ManualClock();
    const clock = { now: () => manual.now(), after: manual.after.bind(manual), gate };
    const { begun, work, end } = heldWork();
    const { queue } = open({ clock, work, gathersAdds: true });
    queue.add('a');
    expect(running).toBe(1);
    await manual.advance(0);
    expect([begun, running]).toEqual([['a'], 1]);
    queue.add('b');
    expect(running).toBe(2);
    const closed = queue.close();
    expect([running, manual.waiting]).toEqual([1, 0]);
    end();
    await closed;
    expect(running).toBe(0);
  });

  it('queues a key again when it is added while it runs', async () => {
    const { begun, work, end } = heldWork();
    const { clock, queue } = open({ work, workers: 2 });
    queue.add('a');
    await clock.advance(0);
    queue.add('a');
    queue.add('a');
    await clock.advance(0);
    expect(begun).toEqual(['a']);
    end();
    await clock.advance(0);
    expect(begun).toEqual(['a', 'a']);
    end();
    await clock.advance(0);
    expect(begun).toEqual(['a', 'a']);
  });

  it('processes one key per worker concurrently, the oldest keys first', async () => {
    const { begun, work, end } = heldWork();
    const { clock, queue } = open({ work, workers: 2 });
    for (const key of ['a', 'b', 'c', 'd']) queue.add(key);
    await clock.advance(0);
    expect(begun).toEqual(['a', 'b']);
    end();
    await clock.advance(0);
    expect(begun).toEqual(['a', 'b', 'c']);
  });

  it('reports a failure and retries the key with doubling backoff until it succeeds', async () => {
    const starts: number[] = [];
    let isBroken = true;
    const { clock, queue, reportProblem } = open({
      async work() {
        starts.push(clock.now());
        if (isBroken) throw new Error('no space left');
        return undefined;
      },
    });
    queue.add('a');
    await clock.advance(1400);
    expect(starts).toEqual([0, 200, 600, 1400]);
    expect(reportProblem).toHaveBeenCalledWith(
      'working on a failed',
      expect.objectContaining({ message: 'no space left' }),
    );
    isBroken = false;
    await clock.advance(1600);
    isBroken = true;
    queue.add('a');
    await clock.advance(200);
    expect(starts).toEqual([0, 200, 600, 1400, 3000, 3000, 3200]);
  });

  it('runs a failing key immediately when it is added, and keeps one retry for it', async () => {
    const work = vi.fn(() => Promise.reject(new Error('not today')));
    const { clock, queue } = open({ work });
    for (let failure = 0; failure < 10; failure++) {
      queue.add('a');
      await clock.advance(0);
    }
    expect(work).toHaveBeenCalledTimes(10);
    expect(clock.waiting).toBe(1);
    await clock.advance(MAXIMUM);
    expect(work).toHaveBeenCalledTimes(11);
  });

  it('retries an expected error without reporting it', async () => {
    const work = vi.fn(() => Promise.reject(new Error('conflict')));
    const { clock, queue, reportProblem } = open({ work, isExpected: () => true });
    queue.add('a');
    await clock.advance(200);
    expect(work).toHaveBeenCalledTimes(2);
    expect(reportProblem).not.toHaveBeenCalled();
  });

  it('tolerates work that throws synchronously and a failing report', async () => {
    const reported = vi.spyOn(console, 'error').mockReturnValue();
    const work = vi.fn((): Promise<undefined> => {
      throw new Error('thrown');
    });
    const { clock, queue } = open({
      work,
      reportProblem: () => {
        throw new Error('no listener');
      },
    });
    queue.add('a');
    await clock.advance(200);
    expect(work).toHaveBeenCalledTimes(2);
    // A repeated problem is reported once.
    expect(reported).toHaveBeenCalledTimes(1);
    reported.mockRestore();
  });

  it('repeats work after the delay that it returns', async () => {
    const starts: number[] = [];
    const { clock, queue } = open({
      async work() {
        starts.push(clock.now());
        return { after: 1000 };
      },
    });
    queue.add('a');
    await clock.advance(3500);
    expect(starts).toEqual([0, 1000, 2000, 3000]);
  });

  it('adds a key at the earliest of its delays', async () => {
    const starts: number[] = [];
    const { clock, queue } = open({
      async work() {
        starts.push(clock.now());
        return undefined;
      },
    });
    queue.addAfter('a', 500);
    queue.addAfter('a', 300);
    queue.addAfter('a', 400);
    expect(clock.waiting).toBe(1);
    await clock.advance(1000);
    expect(starts).toEqual([300]);
  });

  it('supports delays beyond the limit of platform timers', async () => {
    const year = 365 * 24 * 3600 * 1000;
    const delays: number[] = [];
    const work = vi.fn(async () => undefined);
    const manual = new ManualClock();
    const { queue } = open({
      work,
      clock: {
        now: () => manual.now(),
        after(milliseconds, callback) {
          delays.push(milliseconds);
          return manual.after(milliseconds, callback);
        },
      },
    });
    queue.addAfter('a', year);
    await manual.advance(year - 1);
    expect(work).not.toHaveBeenCalled();
    await manual.advance(1);
    expect(work).toHaveBeenCalledOnce();
    expect(Math.max(...delays)).toBeLessThan(2 ** 31);
  });

  it('keeps a retry that was requested during successful work', async () => {
    const { begun, work, end } = heldWork();
    const { clock, queue } = open({ work });
    queue.add('a');
    await clock.advance(0);
    queue.addRateLimited('a');
    end();
    await clock.advance(INITIAL);
    expect(begun).toEqual(['a', 'a']);
  });

  it('clears the retry, the delay and the backoff of a forgotten key', async () => {
    const { clock, queue } = open({ work: () => Promise.reject(new Error('not today')) });
    queue.addRateLimited('a');
    queue.addRateLimited('a');
    queue.addAfter('a', 10);
    queue.forget('a');
    expect(clock.waiting).toBe(0);
  });

  it('is idle when nothing is queued or running, even if a delayed key waits', async () => {
    const { begun, work, end } = heldWork();
    const { clock, queue } = open({ work });
    const isIdle = vi.fn();
    queue.add('a');
    queue.addAfter('b', 1000);
    void queue.whenIdle().then(isIdle);
    await clock.advance(0);
    expect([begun, isIdle.mock.calls.length]).toEqual([['a'], 0]);
    end();
    await clock.advance(0);
    expect(isIdle).toHaveBeenCalledOnce();
  });

  it('waits for running work on close, and starts no more', async () => {
    const { begun, work, end } = heldWork();
    const { clock, queue } = open({ work });
    const isClosed = vi.fn();
    queue.add('a');
    queue.add('b');
    queue.addAfter('c', 10);
    queue.addRateLimited('d');
    await clock.advance(0);
    queue.add('a');
    void queue.close().then(isClosed);
    expect(clock.waiting).toBe(0);
    await clock.advance(1000);
    expect(isClosed).not.toHaveBeenCalled();
    end();
    queue.add('e');
    queue.addAfter('e', 10);
    queue.addRateLimited('e');
    await clock.advance(1000);
    expect(isClosed).toHaveBeenCalledOnce();
    expect(begun).toEqual(['a']);
  });
});

/** The duration and the result of one run. */
interface Outcome {
  readonly milliseconds: number;
  readonly result: 'done' | 'throw' | 'requeue' | number;
}
type Step =
  | { readonly do: 'add' | 'addRateLimited' | 'forget'; readonly key: string }
  | { readonly do: 'addAfter'; readonly key: string; readonly milliseconds: number }
  | { readonly do: 'advance'; readonly milliseconds: number };

const key = fc.constantFrom('a', 'b', 'c');
const milliseconds = fc.nat({ max: 1000 });
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ do: fc.constant('add' as const), key }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constantFrom('addRateLimited' as const, 'forget' as const), key }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('addAfter' as const), key, milliseconds }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('advance' as const), milliseconds }) },
);
const outcome: fc.Arbitrary<Outcome> = fc.record({
  milliseconds: fc.oneof(fc.constant(0), fc.nat({ max: 500 })),
  result: fc.oneof(fc.constantFrom('done' as const, 'throw' as const, 'requeue' as const), fc.nat({ max: 500 })),
});
const scripts = fc.record({
  steps: fc.array(step, { maxLength: 25 }),
  outcomes: fc.array(outcome, { maxLength: 12 }),
  workers: fc.integer({ min: 1, max: 3 }),
  gathersAdds: fc.boolean(),
  randomByte: fc.nat({ max: 255 }),
});

/** Returns a queue whose runs have the given outcomes and then succeed. Checks every run against the rules. */
function checkedQueue(outcomes: readonly Outcome[], workers: number, randomByte: number, gathersAdds: boolean) {
  const random: Random = { bytes: (count) => new Uint8Array(count).fill(randomByte) };
  const running = new Set<string>();
  /** Keys that must be run (again), because of an add or a failure. */
  const owed = new Set<string>();
  /** The violated rules. They are collected because an error thrown in the work would only cause a retry. */
  const violations: string[] = [];
  let runs = 0;
  const parts = open({
    random,
    workers,
    gathersAdds,
    async work(key): Promise<Requeue | undefined> {
      if (running.has(key)) violations.push(`two workers on ${key}`);
      running.add(key);
      if (running.size > workers) violations.push(`${running.size} workers`);
      owed.delete(key);
      const { milliseconds, result } = outcomes[runs++] ?? { milliseconds: 0, result: 'done' };
      if (milliseconds > 0) await new Promise<void>((resolve) => void parts.clock.after(milliseconds, resolve));
      running.delete(key);
      if (result !== 'done') owed.add(key);
      if (result === 'throw') throw new Error('thrown');
      return result === 'done' ? undefined : result === 'requeue' ? {} : { after: result };
    },
  });
  const take = async (step: Step): Promise<void> => {
    if (step.do === 'advance') await parts.clock.advance(step.milliseconds);
    else if (step.do === 'addAfter') parts.queue.addAfter(step.key, step.milliseconds);
    else parts.queue[step.do](step.key);
    if (step.do === 'add' || step.do === 'addAfter' || step.do === 'addRateLimited') owed.add(step.key);
    // The maximum: a retry and a delayed add for each of three keys, a timer for each running key, and one turn.
    expect(parts.clock.waiting).toBeLessThanOrEqual(2 * 3 + running.size + 1);
  };
  return { ...parts, take, owed, running, violations, runs: () => runs };
}

describe('the reasons of a key in a work queue', () => {
  const change = (revision: number): Reason => ({
    type: 'change',
    resource: 'pods',
    name: 'p',
    revision: `${revision}`,
  });

  /** Returns the reasons of each run. */
  function reasonsOfRuns(results: readonly (Requeue | undefined | Error)[] = []) {
    const runs: (readonly Reason[])[] = [];
    const opened = open({
      work: async (_, reasons) => {
        const result = results[runs.length];
        runs.push(reasons);
        if (result instanceof Error) throw result;
        return result;
      },
    });
    return { ...opened, runs };
  }

  it('are those of all adds until the run, once', async () => {
    const { clock, queue, runs } = reasonsOfRuns();
    queue.add('a', change(1));
    queue.add('a', change(2));
    queue.add('b', change(3));
    await clock.advance(0);
    queue.add('a');
    await clock.advance(0);
    expect(runs).toEqual([[change(1), change(2)], [change(3)], []]);
  });

  it('are the eight newest of many', async () => {
    const { clock, queue, runs } = reasonsOfRuns();
    for (let revision = 1; revision <= 100; revision++) queue.add('a', change(revision));
    await clock.advance(0);
    expect(runs).toEqual([[93, 94, 95, 96, 97, 98, 99, 100].map(change)]);
  });

  it('of an add during the run lead to the next run', async () => {
    const { begun, work, end } = heldWork();
    const runs: (readonly Reason[])[] = [];
    const { clock, queue } = open({
      work: (key, reasons) => {
        runs.push(reasons);
        return work(key);
      },
    });
    queue.add('a', change(1));
    await clock.advance(0);
    queue.add('a', change(2));
    end();
    await clock.advance(0);
    end();
    expect(begun).toEqual(['a', 'a']);
    expect(runs).toEqual([[change(1)], [change(2)]]);
  });

  it('stay with its retries, which name the number of failed attempts', async () => {
    const { clock, queue, runs } = reasonsOfRuns([new Error('not today'), {}]);
    queue.add('a', change(1));
    await clock.advance(3 * MAXIMUM);
    expect(runs).toEqual([
      [change(1)],
      [change(1), { type: 'retry', attempt: 1 }],
      [change(1), { type: 'retry', attempt: 2 }],
    ]);
  });

  it('are a timer after a requested wait, together with the changes that arrive before it ends', async () => {
    const { clock, queue, runs } = reasonsOfRuns([{ after: 1000 }]);
    queue.add('a', change(1));
    await clock.advance(1000);
    queue.addAfter('a', 500, change(2));
    await clock.advance(500);
    expect(runs).toEqual([[change(1)], [{ type: 'timer' }], [change(2), { type: 'timer' }]]);
  });

  it('are dropped with a forgotten key', async () => {
    const { clock, queue, runs } = reasonsOfRuns();
    queue.addAfter('a', 500, change(1));
    queue.forget('a');
    queue.add('a');
    await clock.advance(1000);
    expect(runs).toEqual([[]]);
  });
});

describe('a work queue under any steps and outcomes', () => {
  it('loses no key and never has two workers on one key', async () => {
    await fc.assert(
      fc.asyncProperty(scripts, async ({ steps, outcomes, workers, randomByte, gathersAdds }) => {
        const { take, queue, clock, owed, violations } = checkedQueue(outcomes, workers, randomByte, gathersAdds);
        for (const step of steps) {
          // A forgotten key need not run again, even after a failure.
          if (step.do === 'forget') continue;
          await take(step);
        }
        await clock.advance(12 * (MAXIMUM + 1000));
        expect([violations, [...owed]]).toEqual([[], []]);
        expect(clock.waiting).toBe(0);
        await queue.close();
      }),
      { numRuns: 100 },
    );
  });

  it('waits for running work on close and leaves no timer', async () => {
    await fc.assert(
      fc.asyncProperty(scripts, async ({ steps, outcomes, workers, randomByte, gathersAdds }) => {
        const { take, queue, clock, running, runs } = checkedQueue(outcomes, workers, randomByte, gathersAdds);
        for (const step of steps) await take(step);
        const atClose = [...running];
        const closed = queue.close();
        expect(clock.waiting).toBe(atClose.length);
        const started = runs();
        await clock.advance(MAXIMUM);
        await closed;
        expect([...running]).toEqual([]);
        expect(runs()).toBe(started);
        expect(clock.waiting).toBe(0);
      }),
      { numRuns: 100 },
    );
  });

  it('doubles the backoff after each failure, with up to 50 percent jitter, up to the maximum', async () => {
    await fc.assert(
      fc.asyncProperty(fc.nat({ max: 255 }), fc.integer({ min: 1, max: 12 }), async (randomByte, failures) => {
        const starts: number[] = [];
        const { clock, queue } = open({
          random: { bytes: (count) => new Uint8Array(count).fill(randomByte) },
          async work() {
            starts.push(clock.now());
            return starts.length <= failures ? {} : undefined;
          },
        });
        queue.add('a');
        await clock.advance(failures * MAXIMUM);
        expect(starts).toHaveLength(failures + 1);
        for (let retry = 1; retry <= failures; retry++) {
          const wait = (starts[retry] ?? 0) - (starts[retry - 1] ?? 0);
          const base = Math.min(INITIAL * 2 ** (retry - 1), MAXIMUM);
          expect(wait).toBeGreaterThanOrEqual(base);
          expect(wait).toBeLessThanOrEqual(Math.min(1.5 * base, MAXIMUM));
        }
      }),
      { numRuns: 100 },
    );
  });
});
