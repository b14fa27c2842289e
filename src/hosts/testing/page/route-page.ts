import type { Cluster, ClusterUser } from '../../../embedding/cluster.ts';
import { addressPattern, type ClusterAddress, inCluster } from '../../msw/cluster-address.ts';
import { PageWatches, type WatchCommand } from './page-watches.ts';
import type { RequestRoute, RoutedPage } from './routed-page.ts';
import { BINDING, streamScript } from './stream-script.ts';

export type { RoutedPage } from './routed-page.ts';

/** Which requests of a page a cluster answers, and their user. */
export interface PageRoute extends ClusterAddress {
  /** The user of requests without credentials; the cluster's default user if undefined. */
  readonly as?: string | ClusterUser;
}

/** Milliseconds for which a watch that cannot be streamed is read. */
const UNSTREAMED_WATCH = 1000;

/** Answers a page's API requests from a cluster. */
export async function routePage(
  page: RoutedPage,
  cluster: Pick<Cluster, 'fetch' | 'as'>,
  { as: user, ...address }: PageRoute,
): Promise<void> {
  const pattern = addressPattern(address);
  const send = (request: Request): Promise<Response> =>
    user === undefined || request.headers.has('authorization')
      ? cluster.fetch(request)
      : cluster.as(user).fetch(request);
  const watches = new PageWatches((url, init) => send(new Request(inCluster(url, address), init)));
  await page.exposeBinding(BINDING, (_, command: WatchCommand) => watches.run(command));
  await page.addInitScript({ content: streamScript(pattern) });
  for (const event of ['close', 'framenavigated'] as const) page.on(event as 'close', () => watches.closeAll());
  await page.route(new RegExp(pattern.source.replace(/\$$/, '(?:\\?.*)?$')), (route) => answer(route, address, send));
}

async function answer(
  route: RequestRoute,
  address: ClusterAddress,
  send: (request: Request) => Promise<Response>,
): Promise<void> {
  const request = await requestOf(route, address);
  let response: Response;
  try {
    response = await send(request);
  } catch {
    return route.abort('failed'); // as the fault of the cluster wants it
  }
  const headers = Object.fromEntries(response.headers);
  await route.fulfill({ status: response.status, headers, body: await bodyOf(response, isWatch(request)) });
}

async function requestOf(route: RequestRoute, address: ClusterAddress): Promise<Request> {
  const request = route.request();
  const body = request.postData();
  return new Request(inCluster(request.url(), address), {
    method: request.method(),
    headers: sendable(await request.allHeaders()),
    ...(body ? { body } : {}),
  });
}

/** Removes the headers that HTTP/2 and the connection add. */
const sendable = (headers: Readonly<Record<string, string>>): Headers =>
  new Headers(
    Object.entries(headers).filter(
      ([name]) => !name.startsWith(':') && !['connection', 'content-length'].includes(name),
    ),
  );

const isWatch = ({ url }: Request): boolean => /[?&]watch=(?!0|false)/.test(url) || /\/watch\//.test(url);

/** A watch that `fetch` did not open cannot be streamed: it ends early, and its client resumes it. */
async function bodyOf(response: Response, isOpenEnded: boolean): Promise<string> {
  if (!isOpenEnded || !response.body) return response.text();
  const reader = response.body.getReader();
  const timer = setTimeout(() => void reader.cancel(), UNSTREAMED_WATCH);
  const decoder = new TextDecoder();
  let text = '';
  for (let next = await reader.read(); !next.done; next = await reader.read())
    text += decoder.decode(next.value, { stream: true });
  clearTimeout(timer);
  return text;
}
