/** Returns the processor time of this process until a function ends, in milliseconds, however busy the machine is. */
export async function processorTime(run: () => unknown): Promise<number> {
  const start = process.cpuUsage();
  await run();
  const { user, system } = process.cpuUsage(start);
  return (user + system) / 1000;
}
