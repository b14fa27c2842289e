import { utf8Text } from '../api/encoding/utf8.ts';

/** Invalid or unexpected DER. */
export class DerError extends Error {
  constructor(message = "asn1: structure error: tags don't match") {
    super(message);
  }
}

/** Tags of the types used in certificates and requests. */
export const DER = {
  boolean: 0x01,
  integer: 0x02,
  bitString: 0x03,
  octetString: 0x04,
  null: 0x05,
  objectIdentifier: 0x06,
  utf8String: 0x0c,
  utcTime: 0x17,
  generalizedTime: 0x18,
  sequence: 0x30,
  set: 0x31,
} as const;

/** A DER element (X.690). */
export class DerElement {
  readonly tag: number;
  readonly content: Uint8Array<ArrayBuffer>;
  /** The complete encoding, including tag and length. */
  readonly whole: Uint8Array<ArrayBuffer>;

  constructor(tag: number, content: Uint8Array<ArrayBuffer>, whole: Uint8Array<ArrayBuffer>) {
    this.tag = tag;
    this.content = content;
    this.whole = whole;
  }

  /** Returns the elements inside a constructed element with this tag. @throws DerError */
  children(tag: number): DerElement[] {
    return readDer(this.as(tag).content);
  }

  /** @throws DerError when it has another tag */
  as(tag: number): this {
    if (this.tag !== tag) throw new DerError();
    return this;
  }

  /** Dotted object identifier, such as `2.5.4.10`. @throws DerError */
  get objectIdentifier(): string {
    const numbers: number[] = [];
    let value = 0;
    for (const byte of this.as(DER.objectIdentifier).content) {
      value = value * 128 + (byte & 0x7f);
      if (byte & 0x80) continue;
      numbers.push(value);
      value = 0;
    }
    const [first = 0, ...rest] = numbers;
    const root = Math.min(Math.floor(first / 40), 2);
    return [root, first - 40 * root, ...rest].join('.');
  }

  /** Value of a small non-negative INTEGER. @throws DerError */
  get number(): number {
    return this.as(DER.integer).content.reduce((sum, byte) => sum * 256 + byte, 0);
  }

  /** Milliseconds since 1970 of a UTCTime or GeneralizedTime. @throws DerError */
  get time(): number {
    const text = utf8Text(this.content);
    const century = this.tag === DER.utcTime ? (text < '5' ? '20' : '19') : '';
    const pattern = /^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)Z$/;
    const iso = (century + text).replace(pattern, '$1-$2-$3T$4:$5:$6Z');
    const milliseconds = Date.parse(iso);
    if (Number.isNaN(milliseconds) || (!century && this.tag !== DER.generalizedTime)) throw new DerError();
    return milliseconds;
  }

  /** Bytes of a bit string without unused bits. @throws DerError */
  get bits(): Uint8Array<ArrayBuffer> {
    const [unused, ...bytes] = this.as(DER.bitString).content;
    if (unused !== 0) throw new DerError('asn1: syntax error: invalid padding bits in BIT STRING');
    return Uint8Array.from(bytes);
  }
}

/** Parses consecutive elements. @throws DerError */
export function readDer(bytes: Uint8Array<ArrayBuffer>): DerElement[] {
  const elements: DerElement[] = [];
  for (let start = 0; start < bytes.length; ) {
    const { header, length } = readLength(bytes, start);
    const end = start + header + length;
    if (end > bytes.length) throw new DerError('asn1: syntax error: data truncated');
    const content = bytes.slice(start + header, end);
    elements.push(new DerElement(bytes[start] ?? 0, content, bytes.slice(start, end)));
    start = end;
  }
  return elements;
}

/** Reads a length of up to four bytes, more than any certificate needs. */
function readLength(bytes: Uint8Array, start: number): { header: number; length: number } {
  const first = bytes[start + 1] ?? 0x80;
  if (first < 0x80) return { header: 2, length: first };
  const count = first & 0x7f;
  if (count === 0 || count > 4) throw new DerError('asn1: structure error: length too large');
  const length = bytes.slice(start + 2, start + 2 + count).reduce((sum, byte) => sum * 256 + byte, 0);
  return { header: 2 + count, length };
}
