/** Records an attempted reload, so that a page never reloads in a loop. */
const RELOADED = 'tabplane.reloaded-for-worker';

/**
 * Reloads the page, because after an update its worker may receive no fetch events, and only a navigation fixes that.
 * Never resolves.
 * @throws Error when the page was already reloaded
 */
export function reloadOnce(): Promise<never> {
  if (sessionStorage.getItem(RELOADED)) {
    throw new Error(
      'The service worker controls this page but does not respond. Closing all other tabs of this site usually helps.',
    );
  }
  sessionStorage.setItem(RELOADED, 'yes');
  location.reload();
  return new Promise(() => undefined);
}

/** Allows the next reload: the worker has answered. */
export const forgetReload = (): void => sessionStorage.removeItem(RELOADED);
