/** Sends gets to a server from a thread of its own, so that the load of one server does not depend on that of others. */
import { Agent } from 'node:http';
import { workerData } from 'node:worker_threads';
import { IN_FLIGHT } from './measured-server.mjs';
import { sendMany } from './send.mjs';

const { port, request, count } = workerData;
const agent = new Agent({ keepAlive: true, maxSockets: IN_FLIGHT });
await sendMany({ port, agent }, () => request, count);
agent.destroy();
