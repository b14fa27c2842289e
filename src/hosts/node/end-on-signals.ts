/**
 * How long accepted requests may take when a process is stopping, and how long stopping may take as a whole, in
 * milliseconds: less than the 10 s after which container runtimes kill a process.
 */
const REQUESTS = 6000;
const ALL = 9000;

/**
 * Stops the process at Ctrl+C or SIGTERM: accepted requests are answered, watches end, and everything is stored. A
 * second signal stops it immediately, which loses nothing that was acknowledged.
 */
export function endOnSignals(host: { close(graceMilliseconds?: number): Promise<unknown> }): void {
  let isEnding = false;
  const end = async (): Promise<void> => {
    if (isEnding) process.exit(1);
    isEnding = true;
    setTimeout(() => fail(`requests or background work did not end within ${ALL / 1000} seconds`), ALL).unref();
    await host.close(REQUESTS).catch(({ message }: Error) => fail(message));
    process.exit(0);
  };
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => void end());
}

function fail(message: string): never {
  process.stderr.write(`tabplane: ${message}\n`);
  process.exit(1);
}
