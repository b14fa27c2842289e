import { Duplex } from 'node:stream';
import { finished } from 'node:stream/promises';
import type { UpgradeTarget } from '../../../simulation/kubelet/upgrade-target.ts';
import type { ChannelInput } from '../../streaming/channel-input.ts';
import { ChannelSocket } from '../../streaming/channel-socket.ts';
import type { Write } from '../../streaming/run-process.ts';
import { agreedProtocol, CHANNEL_PROTOCOLS, serveProcess } from '../../streaming/serve-process.ts';
import { forwardPort } from './forward-port.ts';
import { serveSpdy } from './serve-spdy.ts';
import { bytesIn } from './websocket/bytes-in.ts';
import { WebSocketConnection } from './websocket/web-socket-connection.ts';

/** The concatenated messages of a client are a SPDY connection. kubectl uses this for port-forward since v1.31. */
const SPDY_PROTOCOL = 'SPDY/3.1+portforward.k8s.io';
const PORT_PROTOCOLS = [...CHANNEL_PROTOCOLS, SPDY_PROTOCOL];

/** Returns the first known protocol that a client offers, or none when it offers none; undefined when none is known. */
export const webSocketProtocol = ({ kind }: UpgradeTarget, offered: readonly string[]): string | undefined =>
  kind === 'ports' ? agreedProtocol(offered, PORT_PROTOCOLS) : agreedProtocol(offered);

/**
 * Serves a client over a WebSocket until its request is complete or it disconnects. `signal` is aborted when its
 * connection is closed.
 */
export async function serveWebSocket(
  socket: Duplex,
  target: UpgradeTarget,
  protocol: string,
  signal: AbortSignal,
): Promise<void> {
  if (protocol === SPDY_PROTOCOL) return serveSpdy(bytesIn(socket), target, 'portforward.k8s.io', signal);
  const connection = new WebSocketConnection(socket);
  if (target.kind === 'process') return serveProcess(connection, target, protocol, signal);
  const channels = new ChannelSocket(connection, protocol, signal);
  // A channel that breaks fails only `servePorts`: the connection is closed either way.
  const close = (): void => connection.close();
  servePorts(channels, target).then(close, close);
  await channels.run();
}

/** Forwards one connection to each port, on two channels whose first message is the port. */
async function servePorts(channels: ChannelSocket, target: UpgradeTarget & { readonly kind: 'ports' }): Promise<void> {
  await Promise.all(
    target.ports.map(async (port, index) => {
      const data = duplexOf(channels.output(2 * index), channels.input(2 * index));
      const error = duplexOf(channels.output(2 * index + 1));
      const number = Buffer.alloc(2);
      number.writeUInt16LE(port);
      for (const channel of [data, error]) channel.write(number);
      const hasEnded = finished(data, { readable: false });
      forwardPort(target, port, { data, error });
      await hasEnded;
    }),
  );
}

/** Returns a channel as a stream, without input if none is given. */
function duplexOf(write: Write, input?: ChannelInput): Duplex {
  const chunks = input?.[Symbol.asyncIterator]();
  const stream: Duplex = new Duplex({
    async read() {
      stream.push((await chunks?.next())?.value ?? null);
    },
    write: (data: Buffer, _encoding, callback) => void write(data).then(() => callback(), callback),
    destroy(error, callback) {
      void chunks?.return();
      callback(error);
    },
  });
  return stream.on('error', () => stream.destroy());
}
