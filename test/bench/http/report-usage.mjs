/** Preloaded into a server process: reports its processor time, and profiles it, for the parent process. */
import { Session } from 'node:inspector/promises';

const session = new Session();
session.connect();

const answers = {
  /** The processor time since the start, in microseconds. */
  used() {
    const { user, system } = process.cpuUsage();
    return user + system;
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
