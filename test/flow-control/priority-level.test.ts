import { describe, expect, test } from 'vitest';
import type { LimitResponse, PriorityLevelConfiguration } from '../../src/api/kinds/flowcontrol-v1beta3.generated.ts';
import { type Outcome, PriorityLevel } from '../../src/flow-control/priority-level.ts';
import { ManualClock } from '../helpers/manual-clock.ts';

const WAIT_LIMIT = 15_000;

const queued = (queuing: object = {}): LimitResponse => ({
  type: 'Queue',
  queuing: { queues: 16, handSize: 4, queueLengthLimit: 50, ...queuing },
});

const configuration = (limitResponse: LimitResponse): PriorityLevelConfiguration => ({
  apiVersion: '',
  kind: 'PriorityLevelConfiguration',
  metadata: { name: 'workload' },
  spec: { type: 'Limited', limited: { limitResponse } },
});

const limits = (seats: number) => ({ nominal: seats, lendable: 0, minimum: seats, maximum: seats });

function openLevel(seats: number, limitResponse: LimitResponse = queued()) {
  const clock = new ManualClock();
  const level = new PriorityLevel('workload', clock, WAIT_LIMIT);
  level.configure(configuration(limitResponse), limits(seats));
  const enter = (distinguisher = 'alice', more: { seats?: number; request?: AbortController } = {}) =>
    level.enter({ flowSchema: 'schema', distinguisher, seats: 1, request: new AbortController(), ...more });
  return { clock, level, enter };
}

function release(outcome: Outcome | Promise<Outcome>): void {
  if (outcome instanceof Promise || !outcome.executes) throw new Error('the request does not execute');
  outcome.release();
}

describe('a level that rejects', () => {
  test('executes as many requests as it has seats, and rejects the next', () => {
    const { enter, level } = openLevel(2, { type: 'Reject' });
    const first = enter();
    void enter();
    expect(enter()).toEqual({ executes: false, reason: 'concurrency-limit', retryAfter: 1 });
    release(first);
    expect(enter()).toMatchObject({ executes: true });
    expect(level).toMatchObject({ executing: 2, dispatched: 3 });
  });

  test('increases Retry-After while it rejects many requests', async () => {
    const { clock, enter } = openLevel(0, { type: 'Reject' });
    const retryAfter: number[] = [];
    for (let second = 0; second < 10; second++) {
      for (let more = 0; more < 200; more++) retryAfter.push((enter() as { retryAfter: number }).retryAfter);
      await clock.advance(1000);
    }
    expect(retryAfter[0]).toBe(1);
    expect(retryAfter.at(-1)).toBeGreaterThanOrEqual(8);
  });
});

describe('a level that queues', () => {
  test('executes a waiting request when a seat is released', async () => {
    const { enter, level } = openLevel(1);
    const first = enter();
    const second = enter();
    expect(level).toMatchObject({ executing: 1, waiting: 1 });
    release(first);
    expect(await second).toMatchObject({ executes: true });
    expect(level).toMatchObject({ executing: 1, waiting: 0 });
  });

  test('rejects a request when the queue is full', () => {
    const { enter } = openLevel(1, queued({ queues: 1, handSize: 1, queueLengthLimit: 2 }));
    for (let sent = 0; sent < 3; sent++) void enter();
    expect(enter()).toMatchObject({ executes: false, reason: 'queue-full' });
  });

  test('rejects a request that waits too long', async () => {
    const { clock, enter, level } = openLevel(1);
    await enter();
    const waiting = enter();
    await clock.advance(WAIT_LIMIT);
    expect(await waiting).toMatchObject({ executes: false, reason: 'time-out' });
    expect(level.rejected).toMatchObject({ 'time-out': 1 });
  });

  test('removes a request whose client disconnected, and its timer', async () => {
    const { clock, enter, level } = openLevel(1);
    const first = enter();
    const gone = new AbortController();
    const waiting = enter('alice', { request: gone });
    gone.abort();
    expect(await waiting).toMatchObject({ executes: false, reason: 'cancelled' });
    release(first);
    expect(level).toMatchObject({ executing: 0, waiting: 0, activeQueues: 0 });
    expect(clock.waiting).toBe(0);
  });

  test('executes a request that needs more seats than the level has when nothing else executes', async () => {
    const { enter, level } = openLevel(3);
    const narrow = enter();
    const wide = enter('alice', { seats: 10 });
    const other = enter('bob');
    release(narrow);
    release(await other);
    expect(await wide).toMatchObject({ executes: true });
    expect(level).toMatchObject({ executing: 1, seatsInUse: 10 });
  });

  test('keeps waiting requests when the number of queues changes', async () => {
    const { enter, level } = openLevel(1);
    const first = enter();
    const waiting = ['a', 'b', 'c'].map((user) => enter(user));
    level.configure(configuration(queued({ queues: 1, handSize: 1 })), limits(4));
    expect(await Promise.all(waiting)).toMatchObject([{ executes: true }, { executes: true }, { executes: true }]);
    release(first);
  });
});

describe('fairness', () => {
  /**
   * Keeps a backlog of requests for each tenant, each executing for 8 to 12 ms. Returns how many were served in
   * `rounds` times 10 ms.
   */
  async function serve(backlogs: Record<string, number>, seats: number, rounds: number) {
    const { clock, enter } = openLevel(seats, queued({ queues: 64, handSize: 4 }));
    const served: Record<string, number> = {};
    let started = 0;
    const submit = async (tenant: string): Promise<void> => {
      const outcome = await enter(tenant);
      if (!outcome.executes) return;
      clock.after(8 + (started++ % 5), () => {
        served[tenant] = (served[tenant] ?? 0) + 1;
        outcome.release();
        void submit(tenant);
      });
    };
    for (const [tenant, backlog] of Object.entries(backlogs))
      for (let one = 0; one < backlog; one++) void submit(tenant);
    for (let round = 0; round < rounds; round++) await clock.advance(10);
    return served;
  }

  test('a quiet tenant gets the seats that it requests beside a noisy one', async () => {
    // The quiet tenant keeps 4 requests active, fewer than its half of the 20 seats.
    const alone = await serve({ quiet: 4 }, 20, 60);
    const beside = await serve({ quiet: 4, noisy: 150 }, 20, 60);
    expect(beside.quiet ?? 0).toBeGreaterThan((alone.quiet ?? 0) * 0.9);
    expect(beside.noisy ?? 0).toBeGreaterThan(16 * 60 * 0.9);
  });

  test('tenants whose demand exceeds the seats get equal shares, whatever their numbers of requests', async () => {
    const { a = 0, b = 0 } = await serve({ a: 30, b: 120 }, 6, 150);
    expect(a + b).toBeGreaterThan(6 * 150 * 0.95);
    expect(Math.abs(a - b) / (a + b)).toBeLessThan(0.1);
  });
});
