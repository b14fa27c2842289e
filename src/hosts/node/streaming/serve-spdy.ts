import type { Duplex, Writable } from 'node:stream';
import { finished } from 'node:stream/promises';
import type { UpgradeTarget } from '../../../simulation/kubelet/upgrade-target.ts';
import { runProcess, type Write } from '../../streaming/run-process.ts';
import { forwardPort } from './forward-port.ts';
import { SpdyConnection } from './spdy/spdy-connection.ts';
import type { SpdyStream } from './spdy/spdy-stream.ts';

/** The protocols for processes, best first. Versions before the third have no stream for the terminal's size. */
const PROCESS_PROTOCOLS = ['v4.channel.k8s.io', 'v3.channel.k8s.io', 'v2.channel.k8s.io', 'channel.k8s.io'];
const PORT_PROTOCOLS = ['portforward.k8s.io'];

/** Returns the protocols for streams to a target. */
export const spdyProtocols = ({ kind }: UpgradeTarget): string[] =>
  kind === 'ports' ? PORT_PROTOCOLS : PROCESS_PROTOCOLS;

/**
 * Serves a SPDY client until its request is complete or it disconnects. `signal` is aborted when the connection is
 * closed.
 */
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

/** Runs the process when the client has opened all streams that it requested. */
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
    const outputs = { stdout: streams.get('stdout'), stderr: streams.get('stderr'), error };
    const channels = {
      ...{ stdin: streams.get('stdin'), hasStatus: version >= 4 },
      ...{ stdout: writer(outputs.stdout), stderr: writer(outputs.stderr), error: writer(error) },
    };
    const running = runProcess(target, channels, signal).then(() => end(Object.values(outputs), signal));
    running.then(close, close); // A client may reset its streams.
  };
}

/** Returns a function that writes to a stream, and waits while it is full. Output without a reader is dropped. */
const writer =
  (stream: Writable | undefined): Write =>
  async (data) => {
    if (!stream?.writable || stream.write(data)) return;
    await new Promise<void>((resolve) => {
      const resume = (): void => {
        stream.off('drain', resume).off('close', resume);
        resolve();
      };
      stream.on('drain', resume).on('close', resume);
    });
  };

/** Ends streams after what has been written to them. */
async function end(streams: readonly (Writable | undefined)[], signal: AbortSignal): Promise<void> {
  await Promise.all(
    streams.map((stream) => {
      stream?.end();
      return stream && !signal.aborted ? finished(stream, { readable: false }) : undefined;
    }),
  );
}

/** Forwards each connection when the client has opened both of its streams. */
function portStreams(target: UpgradeTarget & { readonly kind: 'ports' }): (stream: SpdyStream) => void {
  const waiting = new Map<string, SpdyStream>();
  return (stream) => {
    const port = stream.headers.get('port') ?? '';
    // Clients of the first version send no id, and open the two streams of a connection one after the other.
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
