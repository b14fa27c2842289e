import { Duplex } from 'node:stream';
import { binaryFrame, closeFrame, MessageReader, pongFrame, textFrame } from './frames.ts';

const ZERO = '0'.charCodeAt(0);

/**
 * The server's side of a WebSocket that carries several channels: each message begins with the number of its channel, as
 * a byte, or as a digit when the data is in base64.
 */
export class ChannelSocket {
  readonly #socket: Duplex;
  readonly #isBinary: boolean;
  readonly #channels = new Map<number, Duplex>();

  constructor(socket: Duplex, isBinary: boolean) {
    this.#socket = socket;
    this.#isBinary = isBinary;
  }

  /** Opens a channel. Neither side can end a channel alone. */
  open(number: number): Duplex {
    const channel = new Duplex({
      // What arrives is buffered: a channel that nobody reads must not hold up the others.
      read: () => undefined,
      write: (data: Buffer, _encoding, callback) => this.#send(number, data, callback),
    });
    channel.on('error', () => channel.destroy());
    this.#channels.set(number, channel);
    return channel;
  }

  /** Sends an empty message, which tells the client that the channel is there. */
  announce(number: number): void {
    this.#send(number, Buffer.alloc(0), () => undefined);
  }

  /** Reads messages until the client closes the connection. @throws Error when the client breaks the protocol */
  async run(): Promise<void> {
    const reader = new MessageReader();
    try {
      for await (const bytes of this.#socket as AsyncIterable<Buffer>) this.#receive(reader, bytes);
    } finally {
      for (const channel of this.#channels.values()) channel.push(null);
    }
  }

  /** Sends what has been written, and closes the connection. */
  close(): void {
    if (this.#socket.writable) this.#socket.end(closeFrame());
  }

  #receive(reader: MessageReader, bytes: Buffer): void {
    for (const message of reader.read(bytes)) {
      if (message.type === 'close') this.close();
      if (message.type === 'ping' && this.#socket.writable) this.#socket.write(pongFrame(message.data));
      if (message.type !== 'data' || message.data.length < 2) continue;
      const [number = 0] = message.data;
      const data = message.data.subarray(1);
      if (this.#isBinary) this.#channels.get(number)?.push(data);
      else this.#channels.get(number - ZERO)?.push(Buffer.from(data.toString(), 'base64'));
    }
  }

  #send(number: number, data: Buffer, sent: (error?: Error | null) => void): void {
    if (!this.#socket.writable) sent();
    else if (this.#isBinary) this.#socket.write(binaryFrame(Buffer.concat([Buffer.from([number]), data])), sent);
    else this.#socket.write(textFrame(`${number}${data.toString('base64')}`), sent);
  }
}
