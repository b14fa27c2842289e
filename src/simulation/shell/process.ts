/** The streams of a process. Writing resolves when more can be written. */
export interface ProcessStreams {
  /** Undefined when the client sends no input. */
  readonly stdin: AsyncIterable<Uint8Array> | undefined;
  stdout(data: string | Uint8Array): Promise<void>;
  stderr(data: string | Uint8Array): Promise<void>;
  /** Aborted when the client disconnects. */
  readonly signal: AbortSignal;
}

/** Runs to its end. Resolves with its exit code. */
export type Process = (streams: ProcessStreams) => Promise<number>;
