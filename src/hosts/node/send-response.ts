import { type IncomingMessage, type ServerResponse, STATUS_CODES } from 'node:http';
import type { ApiResponse, ChunkSource } from '../../api/messages/api-messages.ts';
import { cancelBody, textInMemory } from '../../api/messages/body-text.ts';
import { discardRest } from './discard-rest.ts';

/**
 * Sends a response to a message. It ends the response after the rest of the request has been discarded, because Node
 * then closes the connection or reads the next request. Over HTTP/2, a client sends no more than its window, and
 * nothing has to be discarded.
 */
export async function sendResponse(
  { status, statusText, headers, body }: ApiResponse,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
): Promise<void> {
  if (outgoing.destroyed) return cancelBody(body);
  const isArriving = !incoming.complete && incoming.httpVersionMajor === 1;
  const content = incoming.method === 'HEAD' ? undefined : contentOf(body);
  const lines = headers.flat();
  // A response that ends later than its content states its length, so that clients need not wait.
  if (isArriving && content !== undefined) lines.push('content-length', String(Buffer.byteLength(content)));
  // HTTP/2 has no reason phrases.
  if (incoming.httpVersionMajor > 1) outgoing.writeHead(status, lines);
  else outgoing.writeHead(status, statusText || STATUS_CODES[status] || '', lines);
  if (!body || incoming.method === 'HEAD') {
    cancelBody(body);
    outgoing.end();
    return;
  }
  if (body.kind === 'events') throw new Error('events are shared only with clients that take objects');
  if (body.kind === 'chunks') await sendChunks(body.chunks, outgoing);
  else if (isArriving) outgoing.write(content);
  else {
    await endOfTurn();
    outgoing.end(content);
    return;
  }
  if (isArriving) await discardRest(incoming, outgoing);
  outgoing.end();
}

let ending: Promise<void> | undefined;

/**
 * Resolves when the requests that have arrived are handled. Responses are sent one right after the other: a write to a socket whose
 * reader sleeps takes several times as long as one whose reader is still busy with the write before.
 */
function endOfTurn(): Promise<void> {
  ending ??= new Promise((resolve) => {
    setImmediate(() => {
      ending = undefined;
      resolve();
    });
  });
  return ending;
}

/** Returns the content of a body in memory; undefined for others. */
function contentOf(body: ApiResponse['body']): string | Uint8Array | undefined {
  if (!body || body.kind === 'chunks' || body.kind === 'events') return undefined;
  return body.kind === 'bytes' ? body.bytes : textInMemory(body);
}

async function sendChunks(chunks: ChunkSource<Uint8Array>, outgoing: ServerResponse): Promise<void> {
  // Node delays the head of a response until its body starts, and a watch can be silent for a long time.
  setImmediate(() => outgoing.flushHeaders());
  const cancel = (): void => chunks.cancel();
  outgoing.on('close', cancel).on('error', cancel);
  try {
    // After a chunk, those of the same turn gather, such as the events of creates that arrived together: a write costs
    // more than its bytes.
    for (let chunk = await chunks.next(); chunk; chunk = await chunks.next())
      await (outgoing.write(chunk) ? endOfTurn() : drained(outgoing));
  } catch (error) {
    outgoing.destroy(error as Error);
  }
}

const drained = (outgoing: ServerResponse): Promise<void> =>
  new Promise((resolve) => {
    const end = (): void => {
      outgoing.off('drain', end).off('close', end);
      resolve();
    };
    if (outgoing.destroyed) resolve();
    else outgoing.on('drain', end).on('close', end);
  });
