/** The longest message that is read. */
const LONGEST_MESSAGE = 32 * 1024 * 1024;

/** Numbers of the frames. */
const CONTINUATION = 0;
const TEXT = 1;
const BINARY = 2;
const CLOSE = 8;
const PING = 9;
const PONG = 10;

const FIN = 0x80;
const MASKED = 0x80;
const NORMAL_CLOSURE = 1000;

export type Message = { readonly type: 'data' | 'ping'; readonly data: Buffer } | { readonly type: 'close' | 'pong' };

interface Frame {
  readonly code: number;
  readonly isFinal: boolean;
  readonly payload: Buffer;
  /** The length of the whole frame. */
  readonly length: number;
}

/** Joins the bytes that a client sends to messages. */
export class MessageReader {
  #rest = Buffer.alloc(0);
  #parts: Buffer[] = [];

  /**
   * Returns the messages that are complete with more bytes.
   * @throws Error when the client breaks the protocol
   */
  read(bytes: Uint8Array): Message[] {
    this.#rest = Buffer.concat([this.#rest, bytes]);
    const messages: Message[] = [];
    for (let frame = parse(this.#rest); frame; frame = parse(this.#rest)) {
      this.#rest = this.#rest.subarray(frame.length);
      const message = this.#add(frame);
      if (message) messages.push(message);
    }
    return messages;
  }

  #add({ code, isFinal, payload }: Frame): Message | undefined {
    switch (code) {
      case CONTINUATION:
      case TEXT:
      case BINARY: {
        this.#parts.push(payload);
        const data = Buffer.concat(this.#parts);
        if (data.length > LONGEST_MESSAGE) throw new Error('the message is too long');
        if (!isFinal) return undefined;
        this.#parts = [];
        return { type: 'data', data };
      }
      case PING:
        return { type: 'ping', data: payload };
      case PONG:
        return { type: 'pong' };
      case CLOSE:
        return { type: 'close' };
      default:
        throw new Error(`unknown frame ${code}`);
    }
  }
}

/** Returns the first frame; undefined until all of it is there. */
function parse(bytes: Buffer): Frame | undefined {
  if (bytes.length < 2) return undefined;
  const [first, second] = [bytes.readUInt8(0), bytes.readUInt8(1)];
  if (!(second & MASKED)) throw new Error('a client has to mask its frames');
  const short = second & 0x7f;
  const start = 2 + (short === 126 ? 2 : short === 127 ? 8 : 0);
  if (bytes.length < start) return undefined;
  const size = short === 126 ? bytes.readUInt16BE(2) : short === 127 ? Number(bytes.readBigUInt64BE(2)) : short;
  if (size > LONGEST_MESSAGE) throw new Error('the message is too long');
  const length = start + 4 + size;
  if (bytes.length < length) return undefined;
  const mask = bytes.subarray(start, start + 4);
  const payload = bytes.subarray(start + 4, length).map((byte, index) => byte ^ (mask[index % 4] ?? 0));
  return { code: first & 0x0f, isFinal: (first & FIN) !== 0, payload: Buffer.from(payload), length };
}

function frame(code: number, payload: Uint8Array): Buffer {
  const { length } = payload;
  const head = Buffer.alloc(length < 126 ? 2 : length < 2 ** 16 ? 4 : 10);
  head.writeUInt8(FIN | code, 0);
  head.writeUInt8(head.length === 2 ? length : head.length === 4 ? 126 : 127, 1);
  if (head.length === 4) head.writeUInt16BE(length, 2);
  if (head.length === 10) head.writeBigUInt64BE(BigInt(length), 2);
  return Buffer.concat([head, payload]);
}

export const binaryFrame = (data: Uint8Array): Buffer => frame(BINARY, data);

export const textFrame = (text: string): Buffer => frame(TEXT, Buffer.from(text));

export const pongFrame = (data: Uint8Array): Buffer => frame(PONG, data);

/** Returns the frame that ends a connection normally. */
export function closeFrame(): Buffer {
  const status = Buffer.alloc(2);
  status.writeUInt16BE(NORMAL_CLOSURE);
  return frame(CLOSE, status);
}
