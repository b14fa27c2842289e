import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { type Duplex, Readable } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';
import type { UpgradeTarget } from '../../../simulation/kubelet/upgrade-target.ts';

type PortsTarget = UpgradeTarget & { readonly kind: 'ports' };

/** The streams of one forwarded connection. */
interface ForwardedConnection {
  readonly data: Duplex;
  /** Receives why the connection has failed. */
  readonly error: Duplex;
}

/** Lets the server on a port of a simulated pod answer on a stream, or tells the client why there is none. */
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
    answer(toRequest(incoming)).then(
      (response) => send(response, outgoing),
      (error: unknown) => outgoing.destroy(error as Error),
    );
  });

function toRequest(incoming: IncomingMessage): Request {
  const { method = 'GET', url = '/', headers, headersDistinct } = incoming;
  const lines = Object.entries(headersDistinct).flatMap(([name, values = []]) =>
    values.map((value): [string, string] => [name, value]),
  );
  const hasBody = method !== 'GET' && method !== 'HEAD';
  const body = hasBody ? { body: Readable.toWeb(incoming), duplex: 'half' } : {};
  return new Request(new URL(url, `http://${headers.host ?? 'localhost'}`), {
    method,
    headers: lines,
    ...body,
  } as RequestInit);
}

function send(response: Response, outgoing: ServerResponse): void {
  outgoing.writeHead(response.status, Object.fromEntries(response.headers));
  if (response.body) Readable.fromWeb(response.body as ReadableStream<Uint8Array>).pipe(outgoing);
  else outgoing.end();
}
