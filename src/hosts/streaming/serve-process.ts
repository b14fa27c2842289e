import { ChannelSocket } from './channel-socket.ts';
import type { MessageConnection } from './message-connection.ts';
import { type ProcessTarget, runProcess } from './run-process.ts';

/** The sub-protocols for channels, best first. Before the fourth version, the result of a process is text. */
export const CHANNEL_PROTOCOLS = ['v5.channel.k8s.io', 'v4.channel.k8s.io', 'v4.base64.channel.k8s.io'];
const PROCESS_PROTOCOLS = [...CHANNEL_PROTOCOLS, 'channel.k8s.io', 'base64.channel.k8s.io'];

const STDIN = 0;
const STDOUT = 1;
const STDERR = 2;
const ERROR = 3;

/** Returns the first supported protocol that a client offers, or none if it offers none; undefined if none fits. */
export const agreedProtocol = (
  offered: readonly string[],
  supported: readonly string[] = PROCESS_PROTOCOLS,
): string | undefined => (offered.length ? offered.find((each) => supported.includes(each)) : '');

/**
 * Runs a process for a WebSocket client until it ends or the client disconnects. `signal` is aborted when it is closed.
 */
export async function serveProcess(
  connection: MessageConnection,
  target: ProcessTarget,
  protocol: string,
  signal: AbortSignal,
): Promise<void> {
  const { stdin, stdout, stderr } = target.wanted;
  const socket = new ChannelSocket(connection, protocol, signal);
  const channels = {
    stdin: stdin ? socket.input(STDIN) : undefined,
    stdout: stdout ? socket.output(STDOUT) : undefined,
    stderr: stderr ? socket.output(STDERR) : undefined,
    error: socket.output(ERROR),
    hasStatus: /^v\d/.test(protocol),
  };
  socket.announce(stdout ? STDOUT : stderr ? STDERR : ERROR);
  const close = (): void => connection.close();
  runProcess(target, channels, signal).then(close, close);
  await socket.run();
}
