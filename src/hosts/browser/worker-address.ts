/** The name of the `<meta>` element by which the plugin for Vite tells a page where the worker's script is. */
export const WORKER_META = 'tabplane-worker';

/** Returns the address of the worker's script that the page names, or the one that `npx tabplane init` leads to. */
export const workerAddress = (page: Document): string =>
  page.querySelector<HTMLMetaElement>(`meta[name=${WORKER_META}]`)?.content ?? '/tabplane-worker.js';
