import type { IncomingMessage } from 'node:http';

const GONE = 'the client has closed its connection';

/**
 * Returns a request whose body can be abandoned: that of Node would destroy the connection, and with it the answer that
 * says why.
 */
export function withReadableBody(request: Request, incoming: IncomingMessage): Request {
  const { url, method, headers, signal } = request;
  if (method === 'GET' || method === 'HEAD') return request;
  const hasBody = headers.has('content-length') || headers.has('transfer-encoding') || incoming.httpVersionMajor > 1;
  const body = hasBody ? bodyOf(incoming) : null;
  return new Request(url, { method, headers, signal, body, duplex: 'half' } as RequestInit);
}

function bodyOf(incoming: IncomingMessage): ReadableStream<Uint8Array> {
  let receive: ((chunk: Uint8Array) => void) | undefined;
  // Nothing is read before somebody wants it: Node then drops what nobody has read.
  return new ReadableStream<Uint8Array>(
    {
      pull(controller) {
        if (receive) return void incoming.resume();
        if (incoming.destroyed) return controller.error(new Error(GONE));
        receive = (chunk) => {
          controller.enqueue(chunk);
          if ((controller.desiredSize ?? 0) <= 0) incoming.pause();
        };
        let isOpen = true;
        const end = (finish: () => void): void => {
          if (isOpen) finish();
          isOpen = false;
        };
        incoming.on('data', receive);
        incoming.on('end', () => end(() => controller.close()));
        incoming.on('error', (error) => end(() => controller.error(error)));
        incoming.on('close', () => end(() => controller.error(new Error(GONE))));
      },
      cancel() {
        if (receive) incoming.off('data', receive).pause();
      },
    },
    { highWaterMark: 0 },
  );
}
