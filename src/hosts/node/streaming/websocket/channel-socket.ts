import { Duplex } from 'node:stream';
import { ProtocolError } from './frames.ts';
import { WebSocketConnection } from './web-socket-connection.ts';

const ZERO = '0'.charCodeAt(0);

/** A message on this channel ends the input of the channel that its second byte names. */
const CLOSE = 255;

/** How much input waits for a reader that is busy, in bytes. Beyond that nothing more is read from the client. */
const WAITING_INPUT = 16 * 1024 * 1024;

/** How the data of channels is sent. */
export interface ChannelFormat {
  /** Whether messages hold the data itself, as opposed to base64 text. */
  readonly isBinary: boolean;
  /** Whether clients can end the input of a channel, as since version 5 of the protocol. */
  readonly hasClose: boolean;
}

/**
 * The server's side of a WebSocket that carries several channels: each message begins with the number of its channel, as
 * a byte, or as a digit when the data is in base64.
 */
export class ChannelSocket {
  readonly #connection: WebSocketConnection;
  readonly #format: ChannelFormat;
  /** Channels with input that has not ended. */
  readonly #inputs = new Map<number, Duplex>();
  /** Called when the channel of the last message can take more input. */
  #resume: () => void = () => undefined;

  constructor(socket: Duplex, format: ChannelFormat) {
    this.#connection = new WebSocketConnection(socket);
    this.#format = format;
    socket.on('close', () => this.#resume());
  }

  /** Opens a channel in both directions. The server cannot end its side of a channel alone. */
  open(number: number): Duplex {
    const channel = this.#channel(number);
    this.#inputs.set(number, channel);
    return channel;
  }

  /** Opens a channel that only the server writes to. What a client sends on it is dropped. */
  openOutput(number: number): Duplex {
    const channel = this.#channel(number);
    channel.push(null);
    return channel;
  }

  /** Sends an empty message, which tells the client that the channel is there. */
  announce(number: number): void {
    void this.#send(number, Buffer.alloc(0));
  }

  /** Reads messages until the client closes the connection. */
  async run(): Promise<void> {
    try {
      await this.#connection.run((message) => this.#receive(message));
    } finally {
      for (const channel of this.#inputs.values()) channel.push(null);
    }
  }

  /** Sends what has been written, and closes the connection. */
  close(): void {
    this.#connection.close();
  }

  #channel(number: number): Duplex {
    const channel = new Duplex({
      readableHighWaterMark: WAITING_INPUT,
      read: () => this.#resume(),
      write: (data: Buffer, _encoding, callback) => void this.#send(number, data).then(() => callback(), callback),
    });
    channel.on('error', () => channel.destroy());
    channel.on('close', () => this.#resume());
    return channel;
  }

  #receive(message: Buffer): Promise<void> | undefined {
    const [first] = message;
    if (first === undefined) return undefined;
    if (first === CLOSE && this.#format.hasClose) {
      this.#endInput(message);
      return undefined;
    }
    const { isBinary } = this.#format;
    const channel = this.#inputs.get(isBinary ? first : first - ZERO);
    const data = message.subarray(1);
    if (!channel || channel.destroyed || data.length === 0) return undefined;
    if (channel.push(isBinary ? data : Buffer.from(data.toString(), 'base64'))) return undefined;
    return new Promise((resolve) => {
      this.#resume = resolve;
    });
  }

  #endInput(message: Buffer): void {
    const number = message[1];
    if (number === undefined || message.length !== 2) throw new ProtocolError('a close message names one channel');
    this.#inputs.get(number)?.push(null);
    this.#inputs.delete(number);
  }

  #send(number: number, data: Buffer): Promise<void> {
    return this.#format.isBinary
      ? this.#connection.send('binary', Buffer.concat([Buffer.from([number]), data]))
      : this.#connection.send('text', `${number}${data.toString('base64')}`);
  }
}
