import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { systemClock } from '../../src/hosts/platform.ts';
import type { SandboxCall, SandboxResult } from '../../src/local-services/sandbox.ts';
import { SandboxThreads, ThreadGone } from '../../src/local-services/sandbox-threads.ts';

/** A thread whose calls the test ends. */
class FakeThread {
  static opened: FakeThread[] = [];
  alive = true;
  ended = false;
  calls: SandboxCall[] = [];
  finish: () => void = () => undefined;

  constructor() {
    FakeThread.opened.push(this);
  }
  run(call: SandboxCall): Promise<SandboxResult> {
    this.calls.push(call);
    if (!this.alive) return Promise.reject(new ThreadGone());
    return new Promise((resolve) => {
      this.finish = () => resolve({ outcome: 'returned', text: call.input, console: [] });
    });
  }
  end() {
    this.ended = true;
  }
}

const call = (input: string, milliseconds = 1000): SandboxCall => ({ code: '', input, now: 0, milliseconds });

describe('sandboxes in threads', () => {
  let threads: SandboxThreads;
  beforeEach(() => {
    vi.useFakeTimers();
    FakeThread.opened = [];
    threads = new SandboxThreads(async () => new FakeThread(), systemClock);
  });
  afterEach(() => void vi.useRealTimers());

  const settle = () => vi.advanceTimersByTimeAsync(0);
  async function finish(index: number) {
    FakeThread.opened[index]?.finish();
    await settle();
  }

  it('start no thread before the first call, and reuse a thread for sequential calls', async () => {
    expect(FakeThread.opened).toHaveLength(0);
    for (const input of ['1', '2', '3']) {
      const result = threads.run(call(input));
      await settle();
      await finish(0);
      expect((await result).text).toBe(input);
    }
    expect(FakeThread.opened).toHaveLength(1);
  });

  it('run short calls one after another in the same thread', async () => {
    const results = [threads.run(call('1')), threads.run(call('2'))];
    await settle();
    await finish(0);
    await finish(0);
    expect((await Promise.all(results)).map(({ text }) => text)).toEqual(['1', '2']);
    expect(FakeThread.opened).toHaveLength(1);
  });

  it('run longer calls concurrently, keep the threads for some time and one thread forever', async () => {
    for (const _ of ['at first', 'later']) {
      const results = [threads.run(call('1')), threads.run(call('2'))];
      await vi.advanceTimersByTimeAsync(100);
      await finish(0);
      await finish(1);
      expect((await Promise.all(results)).map(({ text }) => text)).toEqual(['1', '2']);
      expect(FakeThread.opened.map(({ ended }) => ended)).toEqual([false, false]);
    }
    await vi.advanceTimersByTimeAsync(30_000);
    expect(FakeThread.opened.map(({ ended }) => ended).sort()).toEqual([false, true]);
  });

  it('keep a thread that became idle after its call timed out', async () => {
    const results = [threads.run(call('1', 1000)), threads.run(call('2', 0))];
    await settle();
    await finish(0);
    expect((await Promise.all(results)).map(({ outcome }) => outcome)).toEqual(['returned', 'timed-out']);
    const next = threads.run(call('3'));
    await settle();
    await finish(0);
    expect((await next).text).toBe('3');
    expect(FakeThread.opened).toHaveLength(1);
  });

  it('terminate a thread whose call times out, and start another', async () => {
    const result = threads.run(call('1', 500));
    await vi.advanceTimersByTimeAsync(600);
    expect(await result).toEqual({ outcome: 'timed-out', text: '', console: [] });
    expect(FakeThread.opened[0]?.ended).toBe(true);
    const next = threads.run(call('2'));
    await settle();
    await finish(1);
    expect((await next).text).toBe('2');
  });

  it('start another thread when the page that hosted the thread is gone', async () => {
    const first = threads.run(call('1'));
    await settle();
    await finish(0);
    await first;
    for (const thread of FakeThread.opened) thread.alive = false;
    const second = threads.run(call('2'));
    await settle();
    await finish(1);
    expect((await second).text).toBe('2');
    expect(FakeThread.opened.map(({ ended }) => ended)).toEqual([true, false]);
  });

  it('run at most four calls concurrently, and count queueing towards the timeout', async () => {
    const results = Array.from({ length: 6 }, (_, index) => threads.run(call(String(index), 1000)));
    await vi.advanceTimersByTimeAsync(400);
    expect(FakeThread.opened).toHaveLength(4);
    await finish(0);
    expect(FakeThread.opened[0]?.calls.at(-1)).toMatchObject({ input: '4', milliseconds: 600 });
    await vi.advanceTimersByTimeAsync(2000);
    expect((await Promise.all(results)).map(({ outcome }) => outcome)).toEqual([
      'returned',
      ...Array(5).fill('timed-out'),
    ]);
  });

  it('leave a call its whole time when the thread starts slowly', async () => {
    const openSlowly = () => new Promise<FakeThread>((resolve) => setTimeout(() => resolve(new FakeThread()), 5000));
    threads = new SandboxThreads(openSlowly, systemClock);
    const result = threads.run(call('1', 1000));
    await vi.advanceTimersByTimeAsync(5900);
    expect(FakeThread.opened[0]?.calls).toMatchObject([{ milliseconds: 1000 }]);
    await finish(0);
    expect((await result).outcome).toBe('returned');
  });

  it('leave a queued call its whole time while the threads before it start slowly', async () => {
    const openSlowly = () => new Promise<FakeThread>((resolve) => setTimeout(() => resolve(new FakeThread()), 5000));
    threads = new SandboxThreads(openSlowly, systemClock);
    const results = Array.from({ length: 5 }, (_, index) => threads.run(call(String(index), 1000)));
    await vi.advanceTimersByTimeAsync(5200);
    await finish(0);
    expect(FakeThread.opened[0]?.calls.at(-1)).toMatchObject({ input: '4', milliseconds: 850 });
    for (let place = 0; place < 4; place++) await finish(place);
    expect((await Promise.all(results)).map(({ outcome }) => outcome)).toEqual(Array(5).fill('returned'));
  });

  it('fail when no thread can be started, and recover', async () => {
    let fails = true;
    threads = new SandboxThreads(async () => {
      if (fails) throw new Error('no page is open');
      return new FakeThread();
    }, systemClock);
    await expect(threads.run(call('1'))).rejects.toThrow('no page is open');
    fails = false;
    const result = threads.run(call('2'));
    await settle();
    await finish(0);
    expect((await result).text).toBe('2');
  });

  it('terminate every thread whose call throws', async () => {
    let fails = true;
    threads = new SandboxThreads(async () => {
      const thread = new FakeThread();
      if (fails) thread.run = () => Promise.reject(new Error('the engine could not be loaded'));
      return thread;
    }, systemClock);
    for (let count = 0; count < 20; count++)
      await expect(threads.run(call('1'))).rejects.toThrow('the engine could not be loaded');
    expect(FakeThread.opened.filter(({ ended }) => !ended)).toEqual([]);
    fails = false;
    const result = threads.run(call('2'));
    await settle();
    await finish(20);
    expect((await result).text).toBe('2');
  });
});
