import type { Container, Pod } from '../../api/kinds/core-v1.generated.ts';
import { agnhostPort, agnhostRole, pictureOf } from '../images/agnhost.ts';
import { NOT_FOUND_PAGE, webServerOf } from '../images/web-server.ts';
import { containerSystem } from '../shell/container-system.ts';
import { resolvePath } from '../shell/files.ts';
import type { PodSender } from '../shell/network.ts';
import type { RecordedLogs } from './recorded-logs.ts';
import type { ServerStates } from './server-states.ts';
import { answerNetexec, answerPorter, porterText } from './test-servers.ts';
import { answerConversion, answerWebhook } from './webhook-server.ts';
import { writtenBy } from './written-files-of-pods.ts';

const HTTP_PORT = 80;

const listens = (container: Container, port: number): boolean =>
  (container.ports ?? []).some(({ containerPort }) => containerPort === port) ||
  (port === HTTP_PORT && webServerOf(container) !== undefined) ||
  (agnhostRole(container) === 'porter' && porterText(container, port) !== undefined) ||
  agnhostPort(container) === port;

const listenerOf = ({ spec }: Pod, port: number): Container | undefined =>
  (spec?.containers ?? []).find((container) => listens(container, port));

/**
 * Reports whether a server in the pod listens on a port: one that a container declares, or a known port of its image.
 */
export const isListening = (pod: Pod, port: number): boolean => listenerOf(pod, port) !== undefined;

/** The sender of a request to a pod, and the log for it. */
export interface Incoming {
  readonly from?: Pod | undefined;
  readonly network?: PodSender | undefined;
  readonly logs?: RecordedLogs | undefined;
  readonly states: ServerStates;
  readonly now: number;
  /** Waits for milliseconds of cluster time. */
  readonly wait: (milliseconds: number) => Promise<void>;
}

/** Answers for the server on a port of a pod. Web servers serve their pages; other servers respond to every path. */
export async function answerPod(request: Request, port: number, pod: Pod, incoming: Incoming): Promise<Response> {
  const { pathname } = new URL(request.url);
  const container = listenerOf(pod, port);
  const webServer = container && webServerOf(container);
  if (webServer) return answerWebServer(webServer.page, pathname);
  const picture = container && pictureOf(container);
  if (picture !== undefined && pathname === '/data.json') return Response.json({ image: picture });
  const role = container && agnhostRole(container);
  if (role === 'serve-hostname')
    return new Response(pod.metadata.name, { headers: { 'content-type': 'text/plain; charset=utf-8' } });
  const { from, network, logs, states, now, wait } = incoming;
  if (role === 'guestbook') return states.answerGuestbook(pod, new URL(request.url));
  if (role === 'nettest') return states.answerNettest(pod, request);
  if (role === 'webhook') return answerWebhook(request, wait);
  if (role === 'crd-conversion-webhook') return answerConversion(request);
  if (container && role === 'netexec') {
    const { response, log } = await answerNetexec({ pod, container, request, from, network, now });
    logs?.add(pod, container, log);
    return response;
  }
  if (container && role === 'test-webserver') return serveFile({ pod, container, pathname, network, now });
  const served = container && role === 'porter' ? porterText(container, port) : undefined;
  if (container && served !== undefined) return answerPorter({ pod, container, request, from, network, now }, served);
  const lines = [`Hostname: ${pod.metadata.name}`, `Request: ${request.method} ${pathname}`];
  return new Response(`${lines.join('\n')}\n`, { headers: { 'content-type': 'text/plain' } });
}

interface FileRequest {
  readonly pod: Pod;
  readonly container: Container;
  readonly pathname: string;
  readonly network: PodSender | undefined;
  readonly now: number;
}

function decoded(pathname: string): string {
  try {
    return decodeURIComponent(pathname);
  } catch {
    return pathname;
  }
}

/** Answers for `agnhost test-webserver`, which serves the files of its container and lists its folders. */
function serveFile({ pod, container, pathname, network, now }: FileRequest): Response {
  const written = writtenBy(pod, container, now, network && ((request) => network.lookUp(pod, request)));
  const { files } = containerSystem({ now: () => now, after: () => () => undefined }, pod, container, written);
  const path = resolvePath('/', decoded(pathname));
  const content = files.read(path);
  if (content)
    return new Response(new Uint8Array(content), { headers: { 'content-type': 'text/plain; charset=utf-8' } });
  if (!files.isFolder(path)) return new Response('404 page not found\n', { status: 404 });
  const names = files.list(path).map((name) => (files.isFolder(resolvePath(path, name)) ? `${name}/` : name));
  const links = names.map((name) => `<a href="${encodeURI(name)}">${name}</a>\n`);
  return new Response(`<pre>\n${links.join('')}</pre>\n`, { headers: { 'content-type': 'text/html; charset=utf-8' } });
}

function answerWebServer(page: string | undefined, pathname: string): Response {
  const found = pathname === '/' || pathname === '/index.html' ? page : undefined;
  const headers = { 'content-type': 'text/html' };
  return new Response(found ?? NOT_FOUND_PAGE, { status: found === undefined ? 404 : 200, headers });
}

/** Returns the message of kubelet and runtime for a connection to a port of a pod that cannot be forwarded. */
export function forwardingError({ metadata }: Pod, port: number): string {
  const sandbox = (metadata.uid ?? '').replaceAll('-', '').repeat(2);
  const refusals = `IPv4: dial tcp4 127.0.0.1:${port}: connect: connection refused IPv6 dial tcp6 [::1]:${port}: connect: connection refused `;
  return [
    `error forwarding port ${port} to pod ${sandbox}, uid : failed to execute portforward`,
    `in network namespace "/var/run/netns/cni-${metadata.uid}": failed to connect to localhost:${port}`,
    `inside namespace "${sandbox}", ${refusals}`,
  ].join(' ');
}
