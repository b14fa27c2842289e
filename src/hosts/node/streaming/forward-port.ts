import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { type Duplex, pipeline, Readable } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';
import type { UpgradeTarget } from '../../../simulation/kubelet/upgrade-target.ts';
import { isKnownMethod } from '../node-request.ts';

type PortsTarget = UpgradeTarget & { readonly kind: 'ports' };

/** The streams of one forwarded connection. */
interface ForwardedConnection {
  readonly data: Duplex;
  /** Receives the reason for a failure of the connection. */
  readonly error: Duplex;
}

/** Connects a stream to the server on a port of a simulated pod, or tells the client why there is none. */
export function forwardPort(target: PortsTarget, port: number, { data, error }: ForwardedConnection): void {
  const refusal = target.refusal(port);
  if (refusal !== undefined) {
    error.end(refusal);
    data.end();
    return;
  }
  data.on('close', () => error.end());
  serverFor((request) => target.answer(port, request)).emit('connection', data);
}

const serverFor = (answer: (request: Request) => Promise<Response>): Server =>
  createServer((incoming, outgoing) => {
    const request = toRequest(incoming);
    if (!request) {
      outgoing.writeHead(400, { connection: 'close' }).end();
      return;
    }
    answer(request).then(
      (response) => send(response, outgoing),
      (error: unknown) => outgoing.destroy(error as Error),
    );
  });

/** Returns undefined for a message that cannot become a request, with a method such as TRACE or a malformed address. */
function toRequest(incoming: IncomingMessage): Request | undefined {
  const { method = 'GET', url = '/', headers, headersDistinct } = incoming;
  const lines = Object.entries(headersDistinct).flatMap(([name, values = []]) =>
    values.map((value): [string, string] => [name, value]),
  );
  const hasBody = method !== 'GET' && method !== 'HEAD';
  const body = hasBody ? { body: Readable.toWeb(incoming), duplex: 'half' } : {};
  const origin = `http://${headers.host ?? 'localhost'}`;
  const address = url.startsWith('/') ? origin + url : url;
  if (!isKnownMethod(method) || !URL.canParse(address)) return undefined;
  const { protocol, host, pathname, search } = new URL(address);
  return new Request(`${protocol}//${host}${pathname}${search}`, {
    method,
    headers: lines,
    ...body,
  } as RequestInit);
}

function send(response: Response, outgoing: ServerResponse): void {
  outgoing.writeHead(response.status, Object.fromEntries(response.headers));
  if (!response.body) {
    outgoing.end();
    return;
  }
  // A failing body, or a disconnected client, destroys the other side.
  pipeline(Readable.fromWeb(response.body as ReadableStream<Uint8Array>), outgoing, () => undefined);
}
