import { afterEach, describe, expect, it } from 'vitest';
import { systemClock } from '../../src/hosts/platform.ts';
import { serveSandbox, startedThread } from '../../src/hosts/sandbox-port.ts';
import type { SandboxCall } from '../../src/local-services/sandbox.ts';
import { SandboxThreads, ThreadGone } from '../../src/local-services/sandbox-threads.ts';

const CALL: SandboxCall = { code: '', input: '1', now: 0, milliseconds: 100 };
const ports: MessagePort[] = [];
afterEach(() => {
  for (const port of ports.splice(0)) port.close();
});

const wait = (milliseconds: number) => new Promise<void>((resolve) => setTimeout(resolve, milliseconds));

/** Serves a sandbox in this thread, whose engine takes some time to start. */
function openThread(start: () => Promise<void>, isGone = async () => false) {
  const { port1, port2 } = new MessageChannel();
  ports.push(port1, port2);
  serveSandbox(port2, {
    start,
    run: async ({ input }) => ({ outcome: 'returned', text: input, console: [] }),
  });
  return startedThread(port1, { isGone, end: () => undefined });
}

describe('a thread of a sandbox', () => {
  it('may take longer to start than the timeout of its first call', async () => {
    const threads = new SandboxThreads(() => openThread(() => wait(600)), systemClock);
    expect(await threads.run(CALL)).toEqual({ outcome: 'returned', text: '1', console: [] });
  });

  it('reports why its sandbox did not start', async () => {
    const threads = new SandboxThreads(
      () => openThread(() => Promise.reject(new Error('no WebAssembly'))),
      systemClock,
    );
    await expect(threads.run(CALL)).rejects.toThrow('the sandbox did not start: Error: no WebAssembly');
  });

  it('is reported as gone when its page closes while the sandbox starts', async () => {
    const never = () => new Promise<void>(() => undefined);
    await expect(openThread(never, async () => true)).rejects.toThrow(ThreadGone);
  });
});
