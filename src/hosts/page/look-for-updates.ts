/** Milliseconds between two checks while a page stays open. */
const INTERVAL = 3_600_000;

/**
 * Checks for a newer version of the worker now and every hour. Browsers check automatically only when the worker is
 * idle, but the watches of open pages never end.
 */
export function lookForUpdates(registration: ServiceWorkerRegistration): void {
  const look = (): void => {
    // Without a network, the next check tries again.
    registration.update().catch(() => undefined);
  };
  look();
  setInterval(look, INTERVAL);
}
