/** What a process reads and writes. Writing resolves when more can be written. */
export interface ProcessStreams {
  /** Undefined when the client sends no input. */
  readonly stdin: AsyncIterable<Uint8Array> | undefined;
  stdout(data: string | Uint8Array): Promise<void>;
  stderr(data: string | Uint8Array): Promise<void>;
  /** Aborted when the client is gone. */
  readonly signal: AbortSignal;
}

/** Runs until it ends. Resolves with its exit code. */
export type Process = (streams: ProcessStreams) => Promise<number>;
