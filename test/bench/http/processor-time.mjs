import { readFileSync } from 'node:fs';

/**
 * Returns the milliseconds for which a thread has run, and for which it has waited for a processor because other programs
 * use the machine, too. Where the system does not count them, it waits zero, and the time is that of this process.
 * @param task below /proc: the id of a process for its main thread, or `thread-self`
 */
export function processorTime(task) {
  try {
    const [ran, waited] = readFileSync(`/proc/${task}/schedstat`, 'utf8').split(' ');
    return { ran: Number(ran) / 1e6, waited: Number(waited) / 1e6 };
  } catch {
    const { user, system } = process.cpuUsage();
    return { ran: (user + system) / 1000, waited: 0 };
  }
}
