import type { Duplex } from 'node:stream';
import { finished } from 'node:stream/promises';
import type { UpgradeTarget } from '../../../simulation/kubelet/upgrade-target.ts';
import { forwardPort } from './forward-port.ts';
import { runProcess } from './run-process.ts';
import { serveSpdy } from './serve-spdy.ts';
import { bytesIn } from './websocket/bytes-in.ts';
import { ChannelSocket } from './websocket/channel-socket.ts';

const CHANNEL_PROTOCOLS = ['v5.channel.k8s.io', 'v4.channel.k8s.io', 'v4.base64.channel.k8s.io'];
const PROCESS_PROTOCOLS = [...CHANNEL_PROTOCOLS, 'channel.k8s.io', 'base64.channel.k8s.io'];

/** The messages of a client, joined, are a SPDY connection. kubectl forwards ports so since v1.31. */
const SPDY_PROTOCOL = 'SPDY/3.1+portforward.k8s.io';
const PORT_PROTOCOLS = [...CHANNEL_PROTOCOLS, SPDY_PROTOCOL];

const STDIN = 0;
const STDOUT = 1;
const STDERR = 2;
const ERROR = 3;

/** Returns the protocol for a client: the first that it offers and is known, or none when it offers none. Undefined: none fits. */
export function webSocketProtocol(target: UpgradeTarget, offered: readonly string[]): string | undefined {
  const supported = target.kind === 'ports' ? PORT_PROTOCOLS : PROCESS_PROTOCOLS;
  return offered.length ? offered.find((each) => supported.includes(each)) : '';
}

/** Serves a client over a WebSocket until it has what it wanted, or goes. `signal` is aborted when its connection is closed. */
export async function serveWebSocket(
  socket: Duplex,
  target: UpgradeTarget,
  protocol: string,
  signal: AbortSignal,
): Promise<void> {
  if (protocol === SPDY_PROTOCOL) return serveSpdy(bytesIn(socket), target, 'portforward.k8s.io', signal);
  const connection = new ChannelSocket(socket, {
    isBinary: !protocol.includes('base64'),
    hasClose: protocol.startsWith('v5.'),
  });
  const serving =
    target.kind === 'ports'
      ? servePorts(connection, target)
      : serveProcess(connection, target, /^v\d/.test(protocol), signal);
  // A channel that breaks fails only `serving`: the connection is closed either way.
  const close = (): void => connection.close();
  serving.then(close, close);
  await connection.run();
}

function serveProcess(
  connection: ChannelSocket,
  target: UpgradeTarget & { readonly kind: 'process' },
  hasStatus: boolean,
  signal: AbortSignal,
): Promise<void> {
  const { stdin, stdout, stderr } = target.wanted;
  const channels = {
    stdin: stdin ? connection.open(STDIN) : undefined,
    stdout: stdout ? connection.openOutput(STDOUT) : undefined,
    stderr: stderr ? connection.openOutput(STDERR) : undefined,
    error: connection.openOutput(ERROR),
    hasStatus,
  };
  connection.announce(stdout ? STDOUT : stderr ? STDERR : ERROR);
  return runProcess(target, channels, signal);
}

/** Forwards one connection to each port: on two channels, whose first message is the port. */
async function servePorts(
  connection: ChannelSocket,
  target: UpgradeTarget & { readonly kind: 'ports' },
): Promise<void> {
  await Promise.all(
    target.ports.map(async (port, index) => {
      const [data, error] = [connection.open(2 * index), connection.openOutput(2 * index + 1)];
      const number = Buffer.alloc(2);
      number.writeUInt16LE(port);
      for (const channel of [data, error]) channel.write(number);
      const hasEnded = finished(data, { readable: false });
      forwardPort(target, port, { data, error });
      await hasEnded;
    }),
  );
}
