import { precacheAndRoute } from 'workbox-precaching';

/** The service worker of a page with its own worker, for the test of the same name. */
declare const PAGE_FILES: readonly string[];
declare function importScripts(script: string): void;

precacheAndRoute(
  PAGE_FILES.map((url) => ({ url, revision: '1' })),
  { ignoreURLParametersMatching: [/^options$/] },
);
self.addEventListener('fetch', (event) => {
  const { request, respondWith } = event as unknown as {
    readonly request: Request;
    respondWith(response: Response): void;
  };
  if (request.url.endsWith('/own')) respondWith.call(event, new Response('own answer'));
});
importScripts('tabplane-worker.js');
