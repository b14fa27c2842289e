import type { Duplex } from 'node:stream';

/** The client's side of a connection to be upgraded. */
export interface UpgradingClient {
  readonly socket: Duplex;
  /** The bytes that it has already sent. */
  readonly head: Buffer;
}

/** Accepts the upgrade and serves the connection. `signal` is aborted when it is closed. */
export function acceptUpgrade(
  { socket, head }: UpgradingClient,
  headers: readonly [string, string][],
  serve: (socket: Duplex, signal: AbortSignal) => Promise<void>,
): void {
  const gone = new AbortController();
  socket.on('close', () => gone.abort());
  const lines = [['Connection', 'Upgrade'], ...headers].map(([name, value]) => `${name}: ${value}\r\n`);
  socket.write(`HTTP/1.1 101 Switching Protocols\r\n${lines.join('')}\r\n`);
  if (head.length) socket.unshift(head);
  // A client that violates the protocol, or breaks its connection, gets no response.
  serve(socket, gone.signal).catch(() => socket.destroy());
}
