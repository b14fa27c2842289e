import type { Duplex } from 'node:stream';
import {
  type MessageConnection,
  NORMAL_CLOSURE,
  ProtocolError,
  type Receive,
} from '../../../streaming/message-connection.ts';
import { binaryFrame, closeFrame, MessageReader, pongFrame, textFrame } from './frames.ts';

/** How long a client may take to close its side after the server's, in milliseconds. */
const CLOSE_TIMEOUT = 5000;

/** The server's side of a WebSocket on a socket. Reads no further while a message is being received. */
export class WebSocketConnection implements MessageConnection {
  readonly #socket: Duplex;
  #isClosing = false;

  constructor(socket: Duplex) {
    this.#socket = socket;
  }

  async send(type: 'text' | 'binary', data: string | Uint8Array): Promise<void> {
    if (this.#isClosing || !this.#socket.writable) return;
    const bytes = typeof data === 'string' ? Buffer.from(data) : data;
    if (this.#socket.write(type === 'text' ? textFrame(bytes) : binaryFrame(bytes))) return;
    await new Promise<void>((resolve) => {
      const resume = (): void => {
        this.#socket.off('drain', resume).off('close', resume);
        resolve();
      };
      this.#socket.on('drain', resume).on('close', resume);
    });
  }

  async run(receive: Receive): Promise<void> {
    const reader = new MessageReader();
    // Bytes after the end are read and dropped: leaving the loop would destroy the socket with its unsent data.
    for await (const bytes of this.#socket as AsyncIterable<Buffer>)
      if (!this.#isClosing) await this.#read(reader, bytes, receive);
  }

  async #read(reader: MessageReader, bytes: Buffer, receive: Receive): Promise<void> {
    try {
      for (const message of reader.read(bytes)) {
        if (message.type === 'close') this.close();
        else if (message.type === 'ping') this.#pong(message.data);
        else if (message.type === 'data' && !this.#isClosing) await receive(message.data);
      }
    } catch (error) {
      if (!(error instanceof ProtocolError)) throw error;
      this.close(error.code);
    }
  }

  close(code = NORMAL_CLOSURE): void {
    if (this.#isClosing) return;
    this.#isClosing = true;
    if (!this.#socket.writable) return;
    this.#socket.end(closeFrame(code), () => {
      if (this.#socket.destroyed) return;
      const timer = setTimeout(() => this.#socket.destroy(), CLOSE_TIMEOUT);
      this.#socket.on('close', () => clearTimeout(timer));
    });
  }

  #pong(data: Buffer): void {
    if (!this.#isClosing && this.#socket.writable) this.#socket.write(pongFrame(data));
  }
}
