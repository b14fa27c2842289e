import { Duplex } from 'node:stream';
import type { StreamHeaders } from './header-blocks.ts';

/** The longest data frame that is sent. */
const LONGEST_DATA = 32 * 1024;

type Sent = (error?: Error | null) => void;

/** Sends data of a stream; `isLast` ends it in this direction. */
export type SendData = (data: Uint8Array, isLast: boolean, sent: Sent) => void;

/** A stream that the client has opened. */
export class SpdyStream extends Duplex {
  readonly headers: StreamHeaders;
  readonly #send: SendData;
  /** Called when the reader wants more, or the stream is closed. */
  #resume: () => void = () => undefined;

  constructor(headers: StreamHeaders, send: SendData) {
    super();
    this.headers = headers;
    this.#send = send;
    this.on('close', () => this.#resume());
  }

  /** Waits while more than this many bytes are unread. Fewer are buffered, so that streams do not block each other. */
  async waitForReader(bytes: number): Promise<void> {
    while (this.readableLength > bytes && !this.destroyed)
      await new Promise<void>((resolve) => {
        this.#resume = resolve;
      });
  }

  override _read(): void {
    this.#resume();
  }

  override _write(chunk: Buffer, _encoding: BufferEncoding, callback: Sent): void {
    let start = 0;
    for (; chunk.length - start > LONGEST_DATA; start += LONGEST_DATA)
      this.#send(chunk.subarray(start, start + LONGEST_DATA), false, () => undefined);
    this.#send(chunk.subarray(start), false, callback);
  }

  override _final(callback: Sent): void {
    this.#send(new Uint8Array(), true, callback);
  }
}
