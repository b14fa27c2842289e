import { describe, expect, it } from 'vitest';
import type { ServiceWorkerScope, WorkerFetchEvent } from '../../../src/hosts/worker/service-worker-scope.ts';
import { workerApp } from '../../../src/hosts/worker/worker-app.ts';

const ORIGIN = 'https://app.example';

describe('the app in a worker that was not built', () => {
  const scope = { location: { href: `${ORIGIN}/sw.js` }, registration: { scope: `${ORIGIN}/` } } as ServiceWorkerScope;
  const app = workerApp(scope);

  it('leaves every file to the development server', () => {
    let isAnswered = false;
    app.handleFetch({
      request: new Request(`${ORIGIN}/src/hosts/page/page.ts`),
      clientId: 'page',
      respondWith: () => {
        isAnswered = true;
      },
      waitUntil: () => undefined,
    } satisfies WorkerFetchEvent);
    expect(isAnswered).toBe(false);
  });

  it('reports to the page that it is unavailable', async () => {
    const { port1, port2 } = new MessageChannel();
    const answer = new Promise((resolve) => port1.addEventListener('message', ({ data }) => resolve(data)));
    port1.start();
    app.handleMessage({
      data: { type: 'app', action: 'report' },
      ports: [port2],
      origin: ORIGIN,
      waitUntil: () => undefined,
    });
    expect(await answer).toEqual({ phase: 'unavailable' });
    port1.close();
  });
});
