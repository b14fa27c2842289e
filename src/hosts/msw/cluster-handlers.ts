import type { RequestHandler, WebSocketHandler } from 'msw';
import { systemClock } from '../platform.ts';
import { isWatch, limitWatch } from '../worker/limit-watch.ts';
import { addressPattern, type ClusterAddress, inCluster } from './cluster-address.ts';
import { ClusterHandler, isEndless } from './cluster-handler.ts';
import { canTransferStreams, gatherStream } from './gather-stream.ts';
import { releaseCopies } from './release-copies.ts';
import { watchesOverWebSocket } from './watches-over-websocket.ts';

/** A target of requests: a server, a cluster, or a user of a cluster such as `cluster.as('alice')`. */
export interface RequestTarget {
  fetch(request: Request): Promise<Response>;
}

/**
 * Returns MSW handlers that answer as a cluster, for `setupWorker` and `setupServer`: requests of the API, and watches
 * over WebSocket. Other requests are left to other handlers. The target may still be starting.
 */
export function clusterHandlers(
  target: RequestTarget | Promise<RequestTarget>,
  address: ClusterAddress = {},
): (RequestHandler | WebSocketHandler)[] {
  const addresses = addressPattern(address);
  const answer = async (request: Request): Promise<Response> => (await target).fetch(request);
  releaseCopies(({ origin, pathname }) => addresses.test(origin + pathname));
  return [
    new ClusterHandler(addresses, async ({ request }) => {
      const moved = await moveRequest(request, inCluster(request.url, address));
      const response = await (hasServiceWorker() ? answerThroughWorker(moved, answer) : answer(moved));
      if (response.body) REQUESTS.set(response.body, [request, moved]);
      return response;
    }),
    watchesOverWebSocket(address, answer),
  ];
}

/**
 * The requests of responses that somebody may still read. Node aborts a request with the signal of the one that it was made
 * from only as long as neither was garbage-collected, and a watch may outlive everybody else who knows them.
 */
const REQUESTS = new WeakMap<ReadableStream, readonly Request[]>();

/** Returns the request with another URL. MSW has received its whole body. */
async function moveRequest(request: Request, url: URL): Promise<Request> {
  const { method, headers, signal } = request;
  return new Request(url, { method, headers, signal, body: request.body && (await request.arrayBuffer()) });
}

/** MSW in a browser answers from a service worker, except in pages from files. */
const hasServiceWorker = (): boolean =>
  (globalThis as { navigator?: Partial<Navigator> }).navigator?.serviceWorker?.controller != null;

/** Limits endless responses, because the browser would stop a service worker with a stream that never ends. */
async function answerThroughWorker(
  request: Request,
  answer: (request: Request) => Promise<Response>,
): Promise<Response> {
  const url = new URL(request.url);
  const response = await answer(isWatch(request, url) ? limitWatch(request, url) : request);
  return isEndless(request, url) && !canTransferStreams() ? gatherStream(response, systemClock) : response;
}
