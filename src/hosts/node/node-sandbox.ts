import { Worker } from 'node:worker_threads';
import { reportToConsole } from '../../api/environment.ts';
import { SandboxThreads } from '../../local-services/sandbox-threads.ts';
import { systemClock } from '../platform.ts';
import { startedThread } from '../sandbox-port.ts';

/** The built script of a thread, next to this one. */
const SCRIPT = new URL('./node-sandbox-thread.js', import.meta.url);

/** Creates a sandbox that runs in Node threads. */
export const nodeSandbox = (): SandboxThreads =>
  new SandboxThreads(async () => {
    const { port1, port2 } = new MessageChannel();
    const thread = new Worker(SCRIPT, { workerData: port2, transferList: [port2 as never] });
    let isGone = false;
    // Without a listener, an error of a thread, such as running out of memory, would end the process.
    thread.on('error', (error) => reportToConsole('a local services thread crashed', error));
    thread.on('exit', () => {
      isGone = true;
    });
    // Neither should keep an otherwise idle process alive.
    thread.unref();
    (port1 as unknown as { unref(): void }).unref();
    return startedThread(port1, { isGone: async () => isGone, end: () => void thread.terminate() });
  }, systemClock);
