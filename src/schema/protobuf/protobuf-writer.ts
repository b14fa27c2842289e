import { utf8Bytes } from '../../api/encoding/utf8.ts';

const FIXED_64 = 1;
const LENGTH_DELIMITED = 2;

/** Encodes one Protobuf message, with only the wire types that its callers need. */
export class ProtobufWriter {
  readonly #parts: Uint8Array[] = [];
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
    this.#push(varint(field << 3));
    this.#push(varint(1));
    return this;
  }

  /** Writes zero too; negative numbers take ten bytes. */
  integer(field: number, value: number | bigint): this {
    this.#push(varint(field << 3));
    this.#push(value < 0 ? negativeVarint(BigInt(value)) : varint(Number(value)));
    return this;
  }

  double(field: number, value: number): this {
    this.#push(varint((field << 3) | FIXED_64));
    const bytes = new Uint8Array(8);
    new DataView(bytes.buffer).setFloat64(0, value, true);
    this.#push(bytes);
    return this;
  }

  message(field: number, write: (message: ProtobufWriter) => void): this {
    const message = new ProtobufWriter();
    write(message);
    return this.bytes(field, message.finish());
  }

  /** Writes a named entry, as gnostic represents maps: a message of a name and a value. */
  named(field: number, name: string, write: (value: ProtobufWriter) => void): this {
    return this.message(field, (entry) => entry.text(1, name).message(2, write));
  }

  bytes(field: number, value: Uint8Array): this {
    this.#push(varint((field << 3) | LENGTH_DELIMITED));
    this.#push(varint(value.length));
    this.#push(value);
    return this;
  }

  finish(): Uint8Array<ArrayBuffer> {
    const out = new Uint8Array(this.#length);
    let position = 0;
    for (const part of this.#parts) {
      out.set(part, position);
      position += part.length;
    }
    return out;
  }

  #push(part: Uint8Array): void {
    this.#parts.push(part);
    this.#length += part.length;
  }
}

/** Encodes seven bits per byte, lowest first. */
function varint(value: number): Uint8Array {
  const bytes: number[] = [];
  let rest = value;
  while (rest > 0x7f) {
    bytes.push((rest % 0x80) | 0x80);
    rest = Math.floor(rest / 0x80);
  }
  return Uint8Array.of(...bytes, rest);
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
