/** Returns the milliseconds that this process computes until a function has ended, however busy the machine is. */
export async function processorTime(run: () => unknown): Promise<number> {
  const start = process.cpuUsage();
  await run();
  const { user, system } = process.cpuUsage(start);
  return (user + system) / 1000;
}
