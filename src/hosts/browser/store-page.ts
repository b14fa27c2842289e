import { reportToConsole } from '../../api/environment.ts';
import type { CallWorker } from './worker-control.ts';

/**
 * Has the worker store what the page loaded before the worker answered it. Resolves to whether that succeeded; a failure
 * is reported to the console, and the next load of the page tries again.
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

/** Returns the addresses of the page and of what it has loaded from its origin. */
function loadedFiles(): readonly string[] {
  const page = new URL(location.href);
  page.hash = '';
  const names = performance.getEntriesByType('resource').map(({ name }) => name);
  return [...new Set([page.href, ...names.filter((name) => name.startsWith(`${location.origin}/`))])];
}
