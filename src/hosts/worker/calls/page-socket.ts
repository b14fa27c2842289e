import { base64Bytes, bytesBase64 } from '../../../api/encoding/base64.ts';
import { utf8Bytes, utf8Text } from '../../../api/encoding/utf8.ts';
import type { Clock } from '../../../api/environment.ts';
import type { ReceivedMessages, SocketMessage } from '../../browser/socket-calls.ts';
import {
  type MessageConnection,
  NORMAL_CLOSURE,
  ProtocolError,
  type Receive,
} from '../../streaming/message-connection.ts';

/**
 * Milliseconds for which one call of a page waits for messages. Each call keeps the browser from stopping the worker.
 */
const LONGEST_WAIT = 10_000;

/** Milliseconds without a call after which a page counts as closed. */
export const PATIENCE = 10_000;

/** Maximum number of bytes that wait for the page. Beyond that, nothing more is read from the stream. */
const WAITING_OUTPUT = 1024 * 1024;

/** The worker's side of a page's WebSocket. The page polls for messages. */
export class PageSocket implements MessageConnection {
  /** The id of the page. */
  readonly page: string;
  readonly #clock: Clock;
  readonly #closed = new AbortController();
  #outgoing: SocketMessage[] = [];
  #size = 0;
  #code: number | undefined;
  #receive: Receive | undefined;
  #wakePage: () => void = () => undefined;
  #wakeSenders: (() => void)[] = [];
  #cancelLapse: () => void = () => undefined;

  constructor(page: string, clock: Clock) {
    this.page = page;
    this.#clock = clock;
  }

  /** Aborted when the socket is closed. */
  get signal(): AbortSignal {
    return this.#closed.signal;
  }

  async send(type: 'text' | 'binary', data: string | Uint8Array): Promise<void> {
    if (this.#code !== undefined) return;
    this.#outgoing.push(messageOf(type, data));
    this.#size += data.length;
    this.#wakePage();
    if (this.#size >= WAITING_OUTPUT) await new Promise<void>((resolve) => this.#wakeSenders.push(resolve));
  }

  async run(receive: Receive): Promise<void> {
    this.#receive = receive;
    if (!this.signal.aborted) await new Promise((resolve) => this.signal.addEventListener('abort', resolve));
  }

  close(code = NORMAL_CLOSURE): void {
    if (this.#code !== undefined) return;
    this.#code = code;
    this.#cancelLapse();
    this.#wakePage();
    this.#wake();
    this.#closed.abort();
  }

  /** Closes the socket when the page does not poll for messages in time. */
  expectCall(): void {
    if (this.#code === undefined) this.#cancelLapse = this.#clock.after(PATIENCE, () => this.close());
  }

  /** Delivers a message of the page. Resolves when the page can send the next one. */
  async deliver(message: SocketMessage): Promise<void> {
    if (this.#code !== undefined) return;
    try {
      await this.#receive?.(typeof message === 'string' ? utf8Bytes(message) : base64Bytes(message.base64));
    } catch (error) {
      if (!(error instanceof ProtocolError)) throw error;
      this.close(error.code);
    }
  }

  /**
   * Returns the messages since the page's last call. Waits for the first one, up to a limit.
   * @param signal aborted when the page is closed before it has the result
   */
  async take(signal: AbortSignal): Promise<ReceivedMessages> {
    this.#cancelLapse();
    signal.addEventListener('abort', () => this.close());
    if (this.#outgoing.length === 0 && this.#code === undefined) await this.#somethingToTake();
    const messages = this.#outgoing;
    this.#outgoing = [];
    this.#size = 0;
    this.#wake();
    if (this.#code !== undefined) return { messages, code: this.#code };
    this.expectCall();
    return { messages };
  }

  #somethingToTake(): Promise<void> {
    return new Promise((resolve) => {
      const cancel = this.#clock.after(LONGEST_WAIT, resolve);
      this.#wakePage = () => {
        cancel();
        resolve();
      };
    });
  }

  #wake(): void {
    for (const wake of this.#wakeSenders.splice(0)) wake();
  }
}

const messageOf = (type: 'text' | 'binary', data: string | Uint8Array): SocketMessage =>
  type === 'text'
    ? typeof data === 'string'
      ? data
      : utf8Text(data)
    : { base64: bytesBase64(typeof data === 'string' ? utf8Bytes(data) : data) };
