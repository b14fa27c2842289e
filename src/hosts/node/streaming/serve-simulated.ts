import type { Duplex } from 'node:stream';
import type { UpgradeTarget } from '../../../simulation/kubelet/upgrade-target.ts';
import { serveSpdy, spdyProtocols } from './serve-spdy.ts';
import { serveWebSocket, webSocketHeaders, webSocketProtocol } from './serve-websocket.ts';

const VERSION_HEADER = 'X-Stream-Protocol-Version';
const ACCEPTED_HEADER = 'X-Accepted-Stream-Protocol-Versions';

/** The client's side of a connection. */
interface Client {
  readonly socket: Duplex;
  /** What it has already sent. */
  readonly head: Buffer;
}

/** Upgrades a client's connection and serves it. Returns the response to a client that speaks no known protocol. */
export function serveSimulated(request: Request, target: UpgradeTarget, client: Client): Response | undefined {
  const upgrade = request.headers.get('upgrade') ?? '';
  if (/^websocket$/i.test(upgrade)) return upgradeToWebSocket(request, target, client);
  if (/^spdy\/3\.1$/i.test(upgrade)) return upgradeToSpdy(request, target, client);
  return new Response(`unable to upgrade: unknown protocol ${upgrade}`, { status: 400 });
}

const listOf = (request: Request, header: string): string[] =>
  (request.headers.get(header) ?? '').split(',').flatMap((each) => each.trim() || []);

function upgradeToWebSocket(request: Request, target: UpgradeTarget, client: Client): Response | undefined {
  const key = request.headers.get('sec-websocket-key');
  if (!key) return new Response('missing Sec-WebSocket-Key', { status: 400 });
  const protocol = webSocketProtocol(target, listOf(request, 'sec-websocket-protocol'));
  if (protocol === undefined) return new Response(null, { status: 403 });
  start(client, target, webSocketHeaders(key, protocol), (socket, signal) =>
    serveWebSocket(socket, target, protocol, signal),
  );
  return undefined;
}

function upgradeToSpdy(request: Request, target: UpgradeTarget, client: Client): Response | undefined {
  const supported = spdyProtocols(target);
  const offered = listOf(request, VERSION_HEADER);
  const protocol = offered.length ? offered.find((each) => supported.includes(each)) : supported.at(-1);
  if (protocol === undefined) {
    const message = `unable to upgrade: unable to negotiate protocol: client supports [${offered.join(' ')}], server accepts [${supported.join(' ')}]\n`;
    return new Response(message, { status: 403, headers: { [ACCEPTED_HEADER]: supported.join(', ') } });
  }
  const headers: [string, string][] = [
    ['Upgrade', 'SPDY/3.1'],
    [VERSION_HEADER, protocol],
  ];
  start(client, target, headers, (socket, signal) => serveSpdy(socket, target, protocol, signal));
  return undefined;
}

/** Accepts the upgrade, and serves the connection from then on. */
function start(
  { socket, head }: Client,
  { stopped }: UpgradeTarget,
  headers: readonly [string, string][],
  serve: (socket: Duplex, signal: AbortSignal) => Promise<void>,
): void {
  const gone = new AbortController();
  const stop = (): void => void socket.destroy();
  stopped.addEventListener('abort', stop);
  socket.on('close', () => {
    stopped.removeEventListener('abort', stop);
    gone.abort();
  });
  const lines = [['Connection', 'Upgrade'], ...headers].map(([name, value]) => `${name}: ${value}\r\n`);
  socket.write(`HTTP/1.1 101 Switching Protocols\r\n${lines.join('')}\r\n`);
  if (head.length) socket.unshift(head);
  // A client that breaks the protocol, or its connection, gets no answer.
  serve(socket, gone.signal).catch(() => socket.destroy());
}
