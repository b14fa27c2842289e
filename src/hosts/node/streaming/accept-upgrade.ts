import type { Duplex } from 'node:stream';

/** The client's side of a connection that it wants to upgrade. */
export interface UpgradingClient {
  readonly socket: Duplex;
  /** What it has already sent. */
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
  // A client that breaks the protocol, or its connection, gets no answer.
  serve(socket, gone.signal).catch(() => socket.destroy());
}
