import type { Duplex } from 'node:stream';
import type { UpgradeTarget } from '../../../simulation/kubelet/upgrade-target.ts';
import { forwardPort } from './forward-port.ts';
import { runProcess } from './run-process.ts';
import { SpdyConnection } from './spdy/spdy-connection.ts';
import type { SpdyStream } from './spdy/spdy-stream.ts';

/** The protocols for processes, best first. Before the third a terminal has no stream for its size. */
const PROCESS_PROTOCOLS = ['v4.channel.k8s.io', 'v3.channel.k8s.io', 'v2.channel.k8s.io', 'channel.k8s.io'];
const PORT_PROTOCOLS = ['portforward.k8s.io'];

/** Returns the protocols that the streams to a target may follow. */
export const spdyProtocols = ({ kind }: UpgradeTarget): string[] =>
  kind === 'ports' ? PORT_PROTOCOLS : PROCESS_PROTOCOLS;

/** Serves a client over SPDY until it has what it wanted, or goes. `signal` is aborted when its connection is closed. */
export async function serveSpdy(
  socket: Duplex,
  target: UpgradeTarget,
  protocol: string,
  signal: AbortSignal,
): Promise<void> {
  const accept =
    target.kind === 'ports' ? portStreams(target) : processStreams(target, protocol, signal, () => connection.close());
  const connection = new SpdyConnection(socket, accept);
  await connection.run();
}

/** Runs the process when the client has opened all the streams that it wants. */
function processStreams(
  target: UpgradeTarget & { readonly kind: 'process' },
  protocol: string,
  signal: AbortSignal,
  close: () => void,
): (stream: SpdyStream) => void {
  const { stdin, stdout, stderr, tty } = target.wanted;
  const version = PROCESS_PROTOCOLS.length - PROCESS_PROTOCOLS.indexOf(protocol);
  const hasSize = tty && version >= 3;
  const awaited = Object.entries({ error: true, stdin, stdout, stderr, resize: hasSize })
    .filter(([, isWanted]) => isWanted)
    .map(([type]) => type);
  const streams = new Map<string, SpdyStream>();
  return (stream) => {
    streams.set(stream.headers.get('streamtype') ?? '', stream);
    const error = streams.get('error');
    if (!error || streams.size !== awaited.length || awaited.some((type) => !streams.has(type))) return;
    streams.get('resize')?.resume();
    runProcess(
      target,
      {
        ...{ error, hasStatus: version >= 4 },
        ...{ stdin: streams.get('stdin'), stdout: streams.get('stdout'), stderr: streams.get('stderr') },
      },
      signal,
    ).then(close, close); // A client may reset its streams.
  };
}

/** Forwards each connection when the client has opened both of its streams. */
function portStreams(target: UpgradeTarget & { readonly kind: 'ports' }): (stream: SpdyStream) => void {
  const waiting = new Map<string, SpdyStream>();
  return (stream) => {
    const port = stream.headers.get('port') ?? '';
    // Clients of the first version send no id, and open both streams of a connection one after the other.
    const id = stream.headers.get('requestid') ?? `port ${port}`;
    const other = waiting.get(id);
    if (!other) {
      waiting.set(id, stream);
      return;
    }
    waiting.delete(id);
    const isData = stream.headers.get('streamtype') === 'data';
    const [data, error] = isData ? [stream, other] : [other, stream];
    error.resume();
    forwardPort(target, Number(port), { data, error });
  };
}
