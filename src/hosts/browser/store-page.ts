import { reportToConsole } from '../../api/environment.ts';
import type { CallWorker } from './worker-control.ts';

/**
 * Makes the worker store what the page loaded before the worker answered its requests. Resolves to whether that
 * succeeded. A failure is reported on the console, and the next load of the page tries again.
 */
export async function storePage(call: CallWorker): Promise<boolean> {
  try {
    await loaded();
    await call('store-page', loadedFiles());
    return true;
  } catch (error) {
    reportToConsole('the page could not be stored for use without a network', error);
    return false;
  }
}

/** Resolves when the page has loaded. */
async function loaded(): Promise<void> {
  if (document.readyState !== 'complete')
    await new Promise((resolve) => addEventListener('load', resolve, { once: true }));
}

/** Returns the URLs of the page and of the files that it has loaded from its origin. */
function loadedFiles(): readonly string[] {
  const page = new URL(location.href);
  page.hash = '';
  const names = performance.getEntriesByType('resource').map(({ name }) => name);
  return [...new Set([page.href, ...names.filter((name) => name.startsWith(`${location.origin}/`))])];
}
