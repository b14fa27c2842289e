import { utf8Bytes } from '../../../api/encoding/utf8.ts';
import type { Status } from '../../../api/status.ts';
import type { MessageStream } from '../../../client/message-stream.ts';
import type { Invocation, TakeTerminal } from '../../command.ts';
import { CommandError, failure } from '../../command-error.ts';

/** The sub-protocol whose messages begin with the number of their channel. */
const PROTOCOL = 'v5.channel.k8s.io';
const [STDIN, STDOUT, STDERR, RESULT, CLOSE] = [0, 1, 2, 3, 255];

/** Exit code of a command that Ctrl+C has ended. */
const INTERRUPTED = 130;

export interface RemoteProcess {
  open(protocols: readonly string[]): Promise<MessageStream>;
  /** Whether the process reads input. */
  readonly input: boolean;
  /** Gives the process the user's terminal; undefined when it has none. */
  readonly takeTerminal: TakeTerminal | undefined;
}

/** Connects the streams of a command with a process in a pod. Returns its exit code. @throws CommandError */
export async function runRemoteProcess(
  { stdin, out, err, signal }: Invocation,
  { open, input, takeTerminal }: RemoteProcess,
): Promise<number> {
  const given = input && !takeTerminal ? await stdin() : undefined;
  const stream = await open([PROTOCOL]);
  const close = (): void => stream.close();
  signal.addEventListener('abort', close);
  if (signal.aborted) close();
  /** Resolves when everything that was typed has been sent. */
  let sent: Promise<unknown> = Promise.resolve();
  const send = (channel: number, data: Uint8Array): void => {
    // What is typed after the process has ended is lost; a broken connection ends the messages, too.
    sent = sent.then(() => stream.send(Uint8Array.of(channel, ...data))).catch(() => undefined);
  };
  const terminal = takeTerminal?.((text) => send(STDIN, utf8Bytes(text)));
  try {
    if (given !== undefined) {
      const bytes = utf8Bytes(given);
      for (let start = 0; start < bytes.length; start += LONGEST_INPUT)
        send(STDIN, bytes.subarray(start, start + LONGEST_INPUT));
      send(CLOSE, Uint8Array.of(STDIN));
    }
    const decoders = { [STDOUT]: new TextDecoder(), [STDERR]: new TextDecoder() };
    for await (const message of stream.messages) {
      const [channel = STDOUT] = message;
      const data = message.subarray(1);
      if (channel === RESULT && data.length > 0)
        return exitCodeOf(JSON.parse(new TextDecoder().decode(data)) as Status);
      const text = decoders[channel]?.decode(data, { stream: true });
      if (text) (terminal?.write ?? (channel === STDERR ? err : out))(text);
    }
    if (signal.aborted) return INTERRUPTED;
    throw failure('the connection was closed before the process ended');
  } finally {
    signal.removeEventListener('abort', close);
    terminal?.release();
    close();
  }
}

/** Largest number of bytes of input in one message. */
const LONGEST_INPUT = 16_384;

/** Returns 0 for a success. @throws CommandError for any other end of a process */
function exitCodeOf({ status, reason, message, details }: Status): number {
  if (status === 'Success') return 0;
  if (reason !== 'NonZeroExitCode') throw failure(message ?? 'the process failed');
  const code = Number(details?.causes?.find((cause) => cause.reason === 'ExitCode')?.message);
  throw new CommandError(`command terminated with exit code ${code}`, code);
}
