import type { Readable, Writable } from 'node:stream';

/** The streams of a process that a client is connected with, however the connection carries them. */
export interface ProcessChannels {
  /** Undefined when the client sends no input. */
  readonly stdin: Readable | undefined;
  readonly stdout: Writable | undefined;
  readonly stderr: Writable | undefined;
  /** Receives how the process has ended. */
  readonly error: Writable;
  /** Whether `error` receives a Status, as since version 4 of the protocol, or only the text of a failure. */
  readonly hasStatus: boolean;
}
