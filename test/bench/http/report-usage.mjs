/** Preloaded into a server process: reports its processor time, memory and pauses, and profiles it, for the parent process. */
import { Session } from 'node:inspector/promises';
import { processorTime } from './processor-time.mjs';

/** Milliseconds between two looks at the event loop. */
const LOOK = 2;

const session = new Session();
session.connect();

/** The longest turn of the event loop since the last question, in milliseconds of processor time of the main thread. */
let longest = 0;
let looking;

function lookAtTurns() {
  let last = processorTime('self').ran;
  looking = setInterval(() => {
    const { ran } = processorTime('self');
    longest = Math.max(longest, ran - last);
    last = ran;
  }, LOOK).unref();
}

const answers = {
  /** The processor time since the start, in microseconds. */
  used() {
    const { user, system } = process.cpuUsage();
    return user + system;
  },
  /** The part of `used` that is the main thread's. */
  usedByMainThread: () => processorTime('self').ran * 1000,
  /** The longest turn since the last question. The first question begins the measurement. */
  pause() {
    if (!looking) lookAtTurns();
    const pause = longest;
    longest = 0;
    return pause;
  },
  /** The bytes that JavaScript uses, in the heap and outside it. */
  memory() {
    const { heapUsed, external } = process.memoryUsage();
    return heapUsed + external;
  },
  /** Collects garbage. */
  async collect() {
    await session.post('HeapProfiler.collectGarbage');
    return true;
  },
  /** Starts a CPU profile with samples every 200 microseconds. */
  async profile() {
    await session.post('Profiler.enable');
    await session.post('Profiler.setSamplingInterval', { interval: 200 });
    await session.post('Profiler.start');
    return true;
  },
  /** Ends the profile and returns it. */
  async profiled() {
    const { profile } = await session.post('Profiler.stop');
    return profile;
  },
};

process.on('message', async (question) => process.send(await answers[question]()));
process.channel?.unref();
