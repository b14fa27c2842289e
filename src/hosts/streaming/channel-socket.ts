import { bytesBase64, readBase64 } from '../../api/encoding/base64.ts';
import { joinBytes } from '../../api/encoding/read-stream.ts';
import { utf8Bytes, utf8Text } from '../../api/encoding/utf8.ts';
import { ChannelInput } from './channel-input.ts';
import { type MessageConnection, ProtocolError } from './message-connection.ts';
import type { Write } from './run-process.ts';

const ZERO = '0'.charCodeAt(0);

/** A message on this channel ends the input of the channel that its second byte names. */
const CLOSE = 255;

/** How data is sent on channels. */
interface ChannelFormat {
  /** Whether messages contain the data itself instead of base64 text. */
  readonly isBinary: boolean;
  /** Whether clients can end the input of a channel, as since version 5 of the protocol. */
  readonly hasClose: boolean;
}

/** Returns the format of a sub-protocol for channels. */
const formatOf = (protocol: string): ChannelFormat => ({
  isBinary: !protocol.includes('base64'),
  hasClose: protocol.startsWith('v5.'),
});

/**
 * The server's side of a WebSocket that carries several channels: each message begins with the number of its channel, as
 * a byte, or as a digit when the data is in base64. The server cannot end its side of a channel alone.
 */
export class ChannelSocket {
  readonly #connection: MessageConnection;
  readonly #format: ChannelFormat;
  /** Channels whose input has not ended. Input on other channels is dropped. */
  readonly #inputs = new Map<number, ChannelInput>();
  readonly #signal: AbortSignal;

  /** @param signal aborted when the connection is closed */
  constructor(connection: MessageConnection, protocol: string, signal: AbortSignal) {
    this.#connection = connection;
    this.#format = formatOf(protocol);
    this.#signal = signal;
  }

  /** Opens a channel to which the client writes. */
  input(number: number): ChannelInput {
    const input = new ChannelInput();
    this.#inputs.set(number, input);
    return input;
  }

  /** Opens a channel to which the server writes. */
  output(number: number): Write {
    return (data) => this.#send(number, typeof data === 'string' ? utf8Bytes(data) : data);
  }

  /** Sends an empty message, which tells the client that the channel exists. */
  announce(number: number): void {
    void this.#send(number, new Uint8Array());
  }

  /** Reads messages until the client closes the connection. */
  async run(): Promise<void> {
    const end = (): void => {
      for (const input of this.#inputs.values()) input.end();
    };
    this.#signal.addEventListener('abort', end);
    try {
      await this.#connection.run((message) => this.#receive(message));
    } finally {
      this.#signal.removeEventListener('abort', end);
      end();
    }
  }

  #receive(message: Uint8Array): Promise<void> | undefined {
    const [first] = message;
    if (first === undefined) return undefined;
    if (first === CLOSE && this.#format.hasClose) {
      this.#endInput(message);
      return undefined;
    }
    const { isBinary } = this.#format;
    const input = this.#inputs.get(isBinary ? first : first - ZERO);
    const data = isBinary ? message.subarray(1) : readBase64(utf8Text(message.subarray(1)));
    if (!data) throw new ProtocolError('the data of a channel is not base64');
    return data.length ? input?.push(data) : undefined;
  }

  #endInput(message: Uint8Array): void {
    const number = message[1];
    if (number === undefined || message.length !== 2) throw new ProtocolError('a close message names one channel');
    this.#inputs.get(number)?.end();
    this.#inputs.delete(number);
  }

  #send(number: number, data: Uint8Array): Promise<void> {
    return this.#format.isBinary
      ? this.#connection.send('binary', joinBytes([Uint8Array.of(number), data]))
      : this.#connection.send('text', `${number}${bytesBase64(data)}`);
  }
}
