/**
 * Sends gets one after the other, with pauses between them, from a thread of its own. Posts the milliseconds of each, without
 * the waits of the server and of this thread for a processor.
 */
import { Agent } from 'node:http';
import { setTimeout } from 'node:timers/promises';
import { parentPort, workerData } from 'node:worker_threads';
import { processorTime } from './processor-time.mjs';
import { send } from './send.mjs';

const { port, pid, path, count, pause } = workerData;
const agent = new Agent({ keepAlive: true, maxSockets: 1 });
const waited = () => processorTime(pid).waited + processorTime('thread-self').waited;
const times = [];
for (let number = 0; number < count; number++) {
  await setTimeout(pause);
  const [wait, began] = [waited(), performance.now()];
  await send({ port, agent }, { path });
  times.push(Math.max(0, performance.now() - began - (waited() - wait)));
}
agent.destroy();
parentPort.postMessage(times);
