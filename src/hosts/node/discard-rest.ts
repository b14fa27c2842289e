import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';

/**
 * How long the rest of a refused request is discarded, in milliseconds, as Go has it. A socket that is closed before
 * resets the connection, and a client that still sends loses the answer.
 */
const DISCARD_TIME = 500;

/** Destroys a socket to which everything has been written, after the client has closed it or a while. */
export function destroyLater(socket: Duplex): void {
  const timer = setTimeout(() => socket.destroy(), DISCARD_TIME).unref();
  socket.on('end', () => socket.destroy()).on('close', () => clearTimeout(timer));
  socket.resume();
}

/** Resolves when the rest of a request has been discarded. One that still arrives then ends with its connection. */
export async function discardRest(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
  if (incoming.complete || incoming.destroyed) return;
  await new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, DISCARD_TIME).unref();
    incoming.on('close', resolve).on('end', resolve).on('error', resolve);
    incoming.on('close', () => clearTimeout(timer)).resume();
  });
  if (!incoming.complete) outgoing.on('finish', () => incoming.socket.destroy());
}
