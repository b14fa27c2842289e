import { NORMAL_CLOSURE, ProtocolError } from '../../../streaming/message-connection.ts';

/** The longest message that is read, in bytes. */
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
const MASK_LENGTH = 4;
const LONGEST_PING = 125;

/** The close code after a message that is too long. */
const TOO_BIG = 1009;

export type Message = { readonly type: 'data' | 'ping'; readonly data: Buffer } | { readonly type: 'close' | 'pong' };

/** The first bytes of a frame. */
interface Head {
  readonly code: number;
  readonly isFinal: boolean;
  /** Where the mask and the payload begin, and where the frame ends. */
  readonly mask: number;
  readonly payload: number;
  readonly end: number;
}

/** Joins the received bytes into messages. */
export class MessageReader {
  #chunks: Buffer[] = [];
  #length = 0;
  /** The minimum length of the next frame in bytes. Chunks are joined only once, when that many have arrived. */
  #needed = 2;
  /** Bytes of an incomplete message. The buffer grows by doubling, because frames may have a single byte each. */
  #parts = Buffer.alloc(0);
  #size = 0;

  /**
   * Returns the messages that more bytes complete.
   * @throws ProtocolError
   */
  read(bytes: Buffer): Message[] {
    this.#chunks.push(bytes);
    this.#length += bytes.length;
    const messages: Message[] = [];
    while (this.#length >= this.#needed) {
      const [first = bytes] = this.#chunks;
      const whole = this.#chunks.length === 1 ? first : Buffer.concat(this.#chunks);
      const head = headOf(whole);
      this.#needed = head?.end ?? whole.length + 1;
      this.#chunks = [whole];
      if (!head || whole.length < head.end) break;
      const message = this.#add(head, unmasked(whole, head));
      if (message) messages.push(message);
      this.#chunks = [whole.subarray(head.end)];
      this.#length -= head.end;
      this.#needed = 2;
    }
    return messages;
  }

  #add({ code, isFinal }: Head, payload: Buffer): Message | undefined {
    switch (code) {
      case CONTINUATION:
      case TEXT:
      case BINARY: {
        if (this.#size + payload.length > LONGEST_MESSAGE) throw new ProtocolError('the message is too long', TOO_BIG);
        if (isFinal && this.#size === 0) return { type: 'data', data: payload };
        this.#append(payload);
        if (!isFinal) return undefined;
        const data = this.#parts.subarray(0, this.#size);
        this.#parts = Buffer.alloc(0);
        this.#size = 0;
        return { type: 'data', data };
      }
      case PING:
        return { type: 'ping', data: payload.subarray(0, LONGEST_PING) };
      case PONG:
        return { type: 'pong' };
      case CLOSE:
        return { type: 'close' };
      default:
        throw new ProtocolError(`unknown frame ${code}`);
    }
  }

  #append(payload: Buffer): void {
    const size = this.#size + payload.length;
    if (size > this.#parts.length) this.#parts = Buffer.concat([this.#parts], Math.max(size, 2 * this.#parts.length));
    payload.copy(this.#parts, this.#size);
    this.#size = size;
  }
}

/** Returns undefined until the head is complete. */
function headOf(bytes: Buffer): Head | undefined {
  const [first, second] = [bytes.readUInt8(0), bytes.readUInt8(1)];
  if (!(second & MASKED)) throw new ProtocolError('a client has to mask its frames');
  const short = second & 0x7f;
  const mask = 2 + (short === 126 ? 2 : short === 127 ? 8 : 0);
  if (bytes.length < mask) return undefined;
  const size = short === 126 ? bytes.readUInt16BE(2) : short === 127 ? Number(bytes.readBigUInt64BE(2)) : short;
  if (size > LONGEST_MESSAGE) throw new ProtocolError('the message is too long', TOO_BIG);
  const payload = mask + MASK_LENGTH;
  return { code: first & 0x0f, isFinal: (first & FIN) !== 0, mask, payload, end: payload + size };
}

function unmasked(bytes: Buffer, { mask, payload: start, end }: Head): Buffer {
  const payload = Buffer.from(bytes.subarray(start, end));
  for (let index = 0; index < payload.length; index++)
    payload[index] = (payload[index] ?? 0) ^ (bytes[mask + (index & 3)] ?? 0);
  return payload;
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

/** Bytes of `text` must be UTF-8. */
export const textFrame = (text: string | Uint8Array): Buffer =>
  frame(TEXT, typeof text === 'string' ? Buffer.from(text) : text);

export const pongFrame = (data: Uint8Array): Buffer => frame(PONG, data);

/** Returns the frame that ends a connection. */
export function closeFrame(code = NORMAL_CLOSURE): Buffer {
  const status = Buffer.alloc(2);
  status.writeUInt16BE(code);
  return frame(CLOSE, status);
}
