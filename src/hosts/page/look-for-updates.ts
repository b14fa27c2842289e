/** Milliseconds between looks of a page that stays open. */
const INTERVAL = 3_600_000;

/**
 * Looks for a newer version of the worker now and every hour. Browsers look by themselves only when the worker has nothing
 * to do, but the watches of open pages never end.
 */
export function lookForUpdates(registration: ServiceWorkerRegistration): void {
  const look = (): void => {
    // Without a network, there is nothing to find until the next look.
    registration.update().catch(() => undefined);
  };
  look();
  setInterval(look, INTERVAL);
}
