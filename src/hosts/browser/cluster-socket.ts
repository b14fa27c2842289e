import { base64Bytes, bytesBase64 } from '../../api/encoding/base64.ts';
import { utf8Length } from '../../api/encoding/utf8.ts';
import { reportToConsole } from '../../api/environment.ts';
import { isBlob } from '../../api/realms.ts';
import { ABNORMAL_CLOSURE, NORMAL_CLOSURE } from '../streaming/message-connection.ts';
import { type OpenedSocket, RECEIVE, type ReceivedMessages, type SocketMessage } from './socket-calls.ts';
import type { CallWorker } from './worker-control.ts';

const [CONNECTING, OPEN, CLOSING, CLOSED] = [0, 1, 2, 3];

/** Reports whether a page may close a socket with a code: the normal one, or one for applications. */
const isOwnCode = (code: number): boolean => code === NORMAL_CLOSURE || (code >= 3000 && code <= 4999);

/** The longest reason to close a socket, in bytes. */
const LONGEST_REASON = 123;

const EVENTS = ['open', 'message', 'error', 'close'] as const;

type Handler<Type extends keyof WebSocketEventMap> = ((event: WebSocketEventMap[Type]) => unknown) | null;

/**
 * A `WebSocket` whose other end is a cluster in the worker. It defines all members itself, so that it can be created as
 * an instance of the platform's class, whose accessors accept only the platform's sockets.
 */
export class ClusterSocket extends EventTarget {
  readonly url: string;
  readonly extensions = '';
  protocol = '';
  readyState = CONNECTING;
  binaryType: BinaryType = 'blob';
  /** Bytes that the worker has not received yet. */
  bufferedAmount = 0;
  onopen: Handler<'open'> = null;
  onmessage: Handler<'message'> = null;
  onerror: Handler<'error'> = null;
  onclose: Handler<'close'> = null;
  readonly #call: CallWorker;
  readonly #opening: Promise<OpenedSocket>;
  /** Resolves when everything that was sent has been received. */
  #sent: Promise<unknown>;

  /** @throws DOMException before the socket is open */
  readonly send = (data: string | Blob | ArrayBufferLike | ArrayBufferView): void => {
    if (this.readyState === CONNECTING) throw new DOMException('Still in CONNECTING state', 'InvalidStateError');
    const size = sizeOf(data);
    this.bufferedAmount += size;
    if (this.readyState !== OPEN) return;
    // Copied immediately, because the caller may change the bytes.
    const message = isBlob(data) ? data.arrayBuffer().then(messageOf) : messageOf(data);
    this.#after(async (id) => {
      await this.#call('socket.send', id, await message);
      this.bufferedAmount -= size;
    });
  };

  /** @throws DOMException for a code or reason that a page cannot send */
  readonly close = (code?: number, reason = ''): void => {
    if (code !== undefined && !isOwnCode(code))
      throw new DOMException(`The code must be 1000 or between 3000 and 4999, and is ${code}`, 'InvalidAccessError');
    if (utf8Length(reason) > LONGEST_REASON)
      throw new DOMException(`The reason must not be longer than ${LONGEST_REASON} bytes`, 'SyntaxError');
    if (this.readyState >= CLOSING) return;
    const isOpening = this.readyState === CONNECTING;
    this.readyState = CLOSING;
    this.#after((id) => this.#call('socket.close', id));
    if (isOpening) queueMicrotask(() => this.#break(new Error('the page closed it before it was open')));
  };

  /**
   * @param path the path and the query, without the cluster's prefix
   * @throws DOMException for a sub-protocol that is repeated or not a token
   */
  constructor(url: URL, path: string, protocols: readonly string[], call: CallWorker) {
    super();
    const wrong = protocols.find((each, index) => !isToken(each) || protocols.indexOf(each) !== index);
    if (wrong !== undefined) throw new DOMException(`The subprotocol '${wrong}' is invalid or repeated`, 'SyntaxError');
    this.url = url.href;
    this.#call = call;
    for (const type of EVENTS)
      this.addEventListener(type, (event) => (this[`on${type}`] as ((event: Event) => unknown) | null)?.(event));
    this.#opening = call('socket.open', { path, protocols }) as Promise<OpenedSocket>;
    this.#sent = this.#opening;
    void this.#run();
  }

  /** Runs work for the socket after everything that has been sent. `#run` reports a socket that is closed. */
  #after(work: (id: string) => Promise<unknown>): void {
    this.#sent = this.#sent.then(async () => work((await this.#opening).id));
    this.#sent.catch(() => undefined);
  }

  /** Emits events until the socket is closed. */
  async #run(): Promise<void> {
    try {
      const { id, protocol } = await this.#opening;
      if (this.readyState !== CONNECTING) return;
      this.protocol = protocol;
      this.readyState = OPEN;
      this.dispatchEvent(new Event('open'));
      for (;;) {
        const { messages, code } = (await this.#call(RECEIVE, id)) as ReceivedMessages;
        for (const message of messages) this.#emit(message);
        if (code === ABNORMAL_CLOSURE) throw new Error('the connection was broken');
        if (code !== undefined) return this.#end(code);
      }
    } catch (error) {
      this.#break(error);
    }
  }

  #emit(message: SocketMessage): void {
    if (this.readyState !== OPEN) return;
    const data = typeof message === 'string' ? message : this.#binary(base64Bytes(message.base64));
    this.dispatchEvent(new MessageEvent('message', { data, origin: new URL(this.url).origin }));
  }

  #binary({ buffer }: Uint8Array<ArrayBuffer>): Blob | ArrayBuffer {
    return this.binaryType === 'blob' ? new Blob([buffer]) : buffer;
  }

  #break(error: unknown): void {
    if (this.readyState === CLOSED) return;
    reportToConsole(`the WebSocket to ${this.url} failed`, error);
    this.readyState = CLOSED;
    this.dispatchEvent(new Event('error'));
    this.#end(ABNORMAL_CLOSURE);
  }

  #end(code: number): void {
    this.readyState = CLOSED;
    this.dispatchEvent(new CloseEvent('close', { code, wasClean: code !== ABNORMAL_CLOSURE }));
  }
}

/** Reports whether a text can be a sub-protocol: a token of RFC 9110. */
const isToken = (text: string): boolean => /^[\w!#$%&'*+.^`|~-]+$/.test(text);

const sizeOf = (data: string | Blob | ArrayBufferLike | ArrayBufferView): number =>
  typeof data === 'string' ? utf8Length(data) : isBlob(data) ? data.size : data.byteLength;

function messageOf(data: string | ArrayBufferLike | ArrayBufferView): SocketMessage {
  if (typeof data === 'string') return data;
  const bytes = ArrayBuffer.isView(data)
    ? new Uint8Array(data.buffer, data.byteOffset, data.byteLength)
    : new Uint8Array(data);
  return { base64: bytesBase64(bytes) };
}
