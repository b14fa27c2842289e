import type { Duplex } from 'node:stream';
import { dataFrame, type Frame, FrameReader, goAwayFrame, pingFrame, replyFrame } from './frames.ts';
import { HeaderBlocks } from './header-blocks.ts';
import { SpdyStream } from './spdy-stream.ts';

/** Maximum number of streams that a client may have open. Forwarding a port takes two for each connection. */
const MOST_STREAMS = 1000;

/** Maximum number of unread bytes of a stream. Beyond that, nothing more is read from the client. */
const WAITING_INPUT = 16 * 1024 * 1024;

/**
 * The server's side of a SPDY/3.1 connection. The only flow control is that of the socket, because the library of
 * Kubernetes' clients supports no other.
 */
export class SpdyConnection {
  readonly #socket: Duplex;
  readonly #headers = new HeaderBlocks();
  readonly #streams = new Map<number, SpdyStream>();
  readonly #accept: (stream: SpdyStream) => void;
  #lastStream = 0;

  /** `accept` receives each stream that the client opens, after the reply to it. */
  constructor(socket: Duplex, accept: (stream: SpdyStream) => void) {
    this.#socket = socket;
    this.#accept = accept;
    socket.on('close', () => this.#end());
  }

  /** Reads frames until the client closes the connection. @throws Error when the client violates the protocol */
  async run(): Promise<void> {
    const reader = new FrameReader();
    for await (const bytes of this.#socket as AsyncIterable<Buffer>)
      for (const frame of reader.read(bytes)) await this.#handle(frame);
    this.#end();
  }

  /** Sends all pending data and closes the connection. */
  close(): void {
    if (this.#socket.writable) this.#socket.end(goAwayFrame(this.#lastStream));
  }

  async #handle(frame: Frame): Promise<void> {
    switch (frame.type) {
      case 'open':
        return this.#open(frame);
      case 'headers':
        await this.#headers.decode(frame.headers);
        return;
      case 'data': {
        const stream = this.#streams.get(frame.stream);
        if (frame.data.length) stream?.push(frame.data);
        if (frame.isLast) stream?.push(null);
        return stream?.waitForReader(WAITING_INPUT);
      }
      case 'reset':
        this.#streams.get(frame.stream)?.destroy();
        return;
      case 'ping':
        this.#socket.write(pingFrame(frame.id));
    }
  }

  async #open({ stream: id, headers, isLast }: Frame & { type: 'open' }): Promise<void> {
    if (this.#streams.size === MOST_STREAMS || this.#streams.has(id)) throw new Error(`stream ${id} cannot be opened`);
    const stream = new SpdyStream(await this.#headers.decode(headers), (data, isEnd, sent) => {
      if (this.#socket.writable) this.#socket.write(dataFrame(id, data, isEnd), sent);
      else sent();
    });
    this.#lastStream = id;
    this.#streams.set(id, stream);
    stream.on('error', () => stream.destroy());
    stream.on('close', () => this.#streams.delete(id));
    if (isLast) stream.push(null);
    this.#socket.write(replyFrame(id, await this.#headers.encode(new Map())));
    this.#accept(stream);
  }

  #end(): void {
    for (const stream of this.#streams.values()) stream.destroy();
    this.#headers.close();
  }
}
