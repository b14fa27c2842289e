import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';

/**
 * How long the rest of a rejected request is discarded, in milliseconds. A socket that is closed earlier resets the
 * connection, and a client that is still sending loses the response. Go waits for half a second, which a busy client
 * exceeds.
 */
const DISCARD_TIME = 5000;

/** Destroys a fully written socket after the client has closed it, or after a delay. */
export function destroyLater(socket: Duplex): void {
  const timer = setTimeout(() => socket.destroy(), DISCARD_TIME).unref();
  socket.on('end', () => socket.destroy()).on('close', () => clearTimeout(timer));
  socket.resume();
}

/** Resolves when the rest of a request has been discarded. If it is still arriving then, its connection ends. */
export async function discardRest(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
  if (incoming.complete || incoming.destroyed) return;
  await new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, DISCARD_TIME).unref();
    incoming.on('close', resolve).on('end', resolve).on('error', resolve);
    incoming.on('close', () => clearTimeout(timer)).resume();
  });
  if (!incoming.complete) outgoing.on('finish', () => incoming.socket.destroy());
}
