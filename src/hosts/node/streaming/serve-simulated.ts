import type { Duplex } from 'node:stream';
import type { UpgradeTarget } from '../../../simulation/kubelet/upgrade-target.ts';
import { PORT_PROTOCOLS, PROCESS_PROTOCOLS, serveSpdy } from './serve-spdy.ts';

const VERSION_HEADER = 'x-stream-protocol-version';
const ACCEPTED_HEADER = 'x-accepted-stream-protocol-versions';

/** The client's side of a connection. */
interface Client {
  readonly socket: Duplex;
  /** What it has already sent. */
  readonly head: Buffer;
}

/** Upgrades a client's connection and serves it. Returns the response to a client that speaks no known protocol. */
export function serveSimulated(request: Request, target: UpgradeTarget, client: Client): Response | undefined {
  const upgrade = request.headers.get('upgrade') ?? '';
  if (!/^spdy\/3\.1$/i.test(upgrade))
    return new Response(`unable to upgrade: unknown protocol ${upgrade}`, { status: 400 });
  const supported = target.kind === 'ports' ? PORT_PROTOCOLS : PROCESS_PROTOCOLS;
  const offered = (request.headers.get(VERSION_HEADER) ?? '').split(',').flatMap((each) => each.trim() || []);
  const protocol = offered.length ? offered.find((each) => supported.includes(each)) : supported.at(-1);
  if (protocol === undefined) {
    const message = `unable to upgrade: unable to negotiate protocol: client supports [${offered.join(' ')}], server accepts [${supported.join(' ')}]\n`;
    return new Response(message, { status: 403, headers: { [ACCEPTED_HEADER]: supported.join(', ') } });
  }
  serve(client, target, protocol);
  return undefined;
}

function serve({ socket, head }: Client, target: UpgradeTarget, protocol: string): void {
  const gone = new AbortController();
  socket.on('close', () => gone.abort());
  const lines = ['Connection: Upgrade', 'Upgrade: SPDY/3.1', `X-Stream-Protocol-Version: ${protocol}`];
  socket.write(`HTTP/1.1 101 Switching Protocols\r\n${lines.join('\r\n')}\r\n\r\n`);
  if (head.length) socket.unshift(head);
  // A client that breaks the protocol, or its connection, gets no answer.
  serveSpdy(socket, target, protocol, gone.signal).catch(() => socket.destroy());
}
