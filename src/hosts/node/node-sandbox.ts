import { Worker } from 'node:worker_threads';
import { reportToConsole } from '../../api/environment.ts';
import { SandboxThreads } from '../../local-services/sandbox-threads.ts';
import { systemClock } from '../platform.ts';
import { sandboxThread } from '../sandbox-port.ts';

/** The built script of a thread; it lies beside this one. */
const SCRIPT = new URL('./node-sandbox-thread.js', import.meta.url);

/** The sandbox of Node, in threads of its own. */
export const nodeSandbox = (): SandboxThreads =>
  new SandboxThreads(async () => {
    const { port1, port2 } = new MessageChannel();
    const thread = new Worker(SCRIPT, { workerData: port2, transferList: [port2 as never] });
    let isGone = false;
    // Without a listener the error of a thread (it ran out of memory) would end the process.
    thread.on('error', (error) => reportToConsole('a thread of local services broke', error));
    thread.on('exit', () => {
      isGone = true;
    });
    // Neither keeps a process alive that has nothing else to do.
    thread.unref();
    (port1 as unknown as { unref(): void }).unref();
    return sandboxThread(port1, { isGone: async () => isGone, end: () => void thread.terminate() });
  }, systemClock);
