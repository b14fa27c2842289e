const VERSION = 3;
const HEAD_LENGTH = 8;

/** Numbers of the control frames. */
const SYN_STREAM = 1;
const SYN_REPLY = 2;
const RST_STREAM = 3;
const PING = 6;
const GOAWAY = 7;
const HEADERS = 8;

const FIN = 1;

export type Frame =
  | { readonly type: 'data'; readonly stream: number; readonly isLast: boolean; readonly data: Buffer }
  | { readonly type: 'open'; readonly stream: number; readonly isLast: boolean; readonly headers: Buffer }
  | { readonly type: 'headers'; readonly headers: Buffer }
  | { readonly type: 'reset'; readonly stream: number }
  | { readonly type: 'ping'; readonly id: number }
  | { readonly type: 'go-away' }
  /** Settings and window updates: neither side limits what the other sends. */
  | { readonly type: 'other' };

/** The longest control frame that is read, as in Go's library. */
const LONGEST_CONTROL = 1024 * 1024;

/** Splits the bytes of a connection into frames. */
export class FrameReader {
  #chunks: Buffer[] = [];
  #length = 0;
  /** The minimum length of the next frame in bytes. Chunks are joined only once, when that many have arrived. */
  #needed = HEAD_LENGTH;

  /**
   * Returns the frames that more bytes complete.
   * @throws Error when a frame is malformed, too long or of another version
   */
  read(bytes: Buffer): Frame[] {
    this.#chunks.push(bytes);
    this.#length += bytes.length;
    const frames: Frame[] = [];
    while (this.#length >= this.#needed) {
      const [first = bytes] = this.#chunks;
      const whole = this.#chunks.length === 1 ? first : Buffer.concat(this.#chunks);
      this.#chunks = [whole];
      this.#needed = lengthOf(whole);
      if (whole.length < this.#needed) break;
      frames.push(parse(whole.subarray(0, this.#needed)));
      this.#chunks = [whole.subarray(this.#needed)];
      this.#length -= this.#needed;
      this.#needed = HEAD_LENGTH;
    }
    return frames;
  }
}

/** Returns the length of the frame at the start of the bytes. @throws Error for a control frame that is too long */
function lengthOf(bytes: Buffer): number {
  const length = HEAD_LENGTH + bytes.readUIntBE(5, 3);
  if (bytes.readUInt8(0) >= 2 ** 7 && length > LONGEST_CONTROL) throw new Error('the control frame is too long');
  return length;
}

function parse(frame: Buffer): Frame {
  const first = frame.readUInt32BE(0);
  const isLast = (frame.readUInt8(4) & FIN) !== 0;
  const payload = frame.subarray(HEAD_LENGTH);
  if (first < 2 ** 31) return { type: 'data', stream: first, isLast, data: payload };
  const version = frame.readUInt16BE(0) - 2 ** 15;
  if (version !== VERSION) throw new Error(`unsupported SPDY version ${version}`);
  return parseControl(frame.readUInt16BE(2), payload, isLast);
}

const numberAt = (payload: Buffer, offset: number): number => payload.readUInt32BE(offset) % 2 ** 31;

function parseControl(type: number, payload: Buffer, isLast: boolean): Frame {
  switch (type) {
    case SYN_STREAM:
      return { type: 'open', stream: numberAt(payload, 0), isLast, headers: payload.subarray(10) };
    // Headers of known streams are unused, but are part of the decompression state.
    case SYN_REPLY:
    case HEADERS:
      return { type: 'headers', headers: payload.subarray(4) };
    case RST_STREAM:
      return { type: 'reset', stream: numberAt(payload, 0) };
    case PING:
      return { type: 'ping', id: payload.readUInt32BE(0) };
    case GOAWAY:
      return { type: 'go-away' };
    default:
      return { type: 'other' };
  }
}

function control(type: number, ...parts: readonly (number | Uint8Array)[]): Buffer {
  const payload = Buffer.concat(parts.map((part) => (typeof part === 'number' ? word(part) : part)));
  return Buffer.concat([word(2 ** 31 + VERSION * 2 ** 16 + type), word(payload.length), payload]);
}

function word(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
}

/** Returns the frame that accepts a stream, with a compressed header block. */
export const replyFrame = (stream: number, headers: Uint8Array): Buffer => control(SYN_REPLY, stream, headers);

export const pingFrame = (id: number): Buffer => control(PING, id);

/** Returns the frame that announces the end of the connection and the last accepted stream. */
export const goAwayFrame = (lastStream: number): Buffer => control(GOAWAY, lastStream, 0);

/** Returns a frame with data of a stream, at most 16 MiB. */
export const dataFrame = (stream: number, data: Uint8Array, isLast: boolean): Buffer =>
  Buffer.concat([word(stream), word((isLast ? FIN : 0) * 2 ** 24 + data.length), data]);
