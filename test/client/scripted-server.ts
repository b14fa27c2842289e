import type { Clock, Fetch, Random } from '../../src/api/environment.ts';
import type { ApiObject } from '../../src/api/object.ts';

/** Responds to requests in the order of a script, and records them. Requests after the end of the script hang. */
export function scriptedFetch(script: readonly ((request: Request) => Response | Promise<Response>)[]) {
  const asked: Request[] = [];
  const fetch: Fetch = (request) => {
    const answer = script[asked.length];
    asked.push(request);
    return answer ? Promise.resolve(answer(request)) : new Promise(() => undefined);
  };
  return { fetch, asked, urls: () => asked.map(({ method, url }) => `${method} ${url.replace('http://server', '')}`) };
}

/** Returns a clock that advances with every read. Its timers fire in the next turn of the event loop. */
export function eagerClock(): Clock & { readonly waits: number[] } {
  const waits: number[] = [];
  let now = 0;
  return {
    waits,
    now: () => now++,
    after(milliseconds, callback) {
      waits.push(milliseconds);
      const handle = setTimeout(callback, 0);
      return () => clearTimeout(handle);
    },
  };
}

export const noRandom: Random = { bytes: (count) => new Uint8Array(count) };

export const json = (body: unknown, status = 200, headers: Record<string, string> = {}): Response =>
  new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json', ...headers } });

export const configMap = (name: string, resourceVersion: number, uid = `uid-${name}`): ApiObject => ({
  apiVersion: 'v1',
  kind: 'ConfigMap',
  metadata: { name, namespace: 'default', uid, resourceVersion: String(resourceVersion) },
});

export const listOf = (resourceVersion: number, ...items: ApiObject[]): Response =>
  json({ apiVersion: 'v1', kind: 'ConfigMapList', metadata: { resourceVersion: String(resourceVersion) }, items });

export const event = (type: string, object: unknown): string => `${JSON.stringify({ type, object })}\n`;

/** Returns a watch response that sends the chunks and then ends, or breaks when `broken`. */
export const stream = (chunks: readonly string[], { broken = false } = {}): Response =>
  new Response(
    new ReadableStream({
      start(controller) {
        for (const chunk of chunks) controller.enqueue(new TextEncoder().encode(chunk));
        if (!broken) controller.close();
      },
      pull(controller) {
        // The enqueued chunks have been read by now, so the connection breaks after them.
        controller.error(new TypeError('network error'));
      },
    }),
    { headers: { 'content-type': 'application/json' } },
  );

export const goneStatus = {
  kind: 'Status',
  apiVersion: 'v1',
  metadata: {},
  status: 'Failure',
  message: 'too old resource version: 5 (9)',
  reason: 'Expired',
  code: 410,
};
