import { utf8Bytes } from '../../api/encoding/utf8.ts';

const FIXED_64 = 1;
const LENGTH_DELIMITED = 2;
/** Maximum length of a 64-bit varint in bytes. */
const LONGEST_VARINT = 10;

/** Encodes one Protobuf message, with only the wire types that its callers need. */
export class ProtobufWriter {
  #buffer = new Uint8Array(256);
  #length = 0;

  /** Undefined writes nothing. */
  text(field: number, value: string | undefined): this {
    return value === undefined ? this : this.bytes(field, utf8Bytes(value));
  }

  texts(field: number, values: readonly string[] | undefined): this {
    for (const value of values ?? []) this.text(field, value);
    return this;
  }

  /** False, the default, is not written. */
  flag(field: number, value: boolean | undefined): this {
    if (!value) return this;
    return this.#varint(field << 3).#varint(1);
  }

  /** Also writes zero. Negative numbers take ten bytes. */
  integer(field: number, value: number | bigint): this {
    this.#varint(field << 3);
    return value < 0 ? this.#push(negativeVarint(BigInt(value))) : this.#varint(Number(value));
  }

  double(field: number, value: number): this {
    const bytes = new Uint8Array(8);
    new DataView(bytes.buffer).setFloat64(0, value, true);
    return this.#varint((field << 3) | FIXED_64).#push(bytes);
  }

  /** Writes an embedded message, and inserts its length before it afterwards. */
  message(field: number, write: (message: ProtobufWriter) => void): this {
    this.#varint((field << 3) | LENGTH_DELIMITED);
    const start = this.#length;
    write(this);
    const size = this.#length - start;
    this.#varint(size);
    const width = this.#length - start - size;
    this.#buffer.copyWithin(start + width, start, start + size);
    this.#length = start;
    this.#varint(size);
    this.#length += size;
    return this;
  }

  /** Writes a named entry, as gnostic represents maps: a message of a name and a value. */
  named(field: number, name: string, write: (value: ProtobufWriter) => void): this {
    return this.message(field, (entry) => entry.text(1, name).message(2, write));
  }

  bytes(field: number, value: Uint8Array): this {
    return this.#varint((field << 3) | LENGTH_DELIMITED)
      .#varint(value.length)
      .#push(value);
  }

  finish(): Uint8Array<ArrayBuffer> {
    return this.#buffer.slice(0, this.#length);
  }

  /** Encodes seven bits per byte, lowest first. */
  #varint(value: number): this {
    this.#reserve(LONGEST_VARINT);
    let rest = value;
    while (rest > 0x7f) {
      this.#buffer[this.#length++] = (rest % 0x80) | 0x80;
      rest = Math.floor(rest / 0x80);
    }
    this.#buffer[this.#length++] = rest;
    return this;
  }

  #push(part: Uint8Array): this {
    this.#reserve(part.length);
    this.#buffer.set(part, this.#length);
    this.#length += part.length;
    return this;
  }

  #reserve(count: number): void {
    if (this.#length + count <= this.#buffer.length) return;
    const larger = new Uint8Array(2 * (this.#length + count));
    larger.set(this.#buffer);
    this.#buffer = larger;
  }
}

function negativeVarint(value: bigint): Uint8Array {
  const bytes: number[] = [];
  let rest = BigInt.asUintN(64, value);
  while (rest > 0x7fn) {
    bytes.push(Number(rest & 0x7fn) | 0x80);
    rest >>= 7n;
  }
  return Uint8Array.of(...bytes, Number(rest));
}
