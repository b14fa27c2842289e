/** The name of the `<meta>` element in which the plugin for Vite gives a page the URL of the worker's script. */
export const WORKER_META = 'tabplane-worker';

/** Returns the URL of the worker's script: the one in the page, or the default of `npx tabplane init`. */
export const workerAddress = (page: Document): string =>
  page.querySelector<HTMLMetaElement>(`meta[name=${WORKER_META}]`)?.content ?? '/tabplane-worker.js';
