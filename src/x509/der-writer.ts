import { utf8Bytes } from '../api/encoding/utf8.ts';
import { DER } from './der.ts';

type Bytes = Uint8Array<ArrayBuffer>;

/** Encodes one DER element: tag, length and the concatenated parts. */
export function derElement(tag: number, ...parts: readonly Uint8Array[]): Bytes {
  const length = parts.reduce((sum, part) => sum + part.length, 0);
  return joinBytes([Uint8Array.from([tag, ...lengthOctets(length)]), ...parts]);
}

export const derSequence = (...parts: readonly Uint8Array[]): Bytes => derElement(DER.sequence, ...parts);

/** Encodes a non-negative integer, given as big-endian bytes. */
export function derInteger(bytes: readonly number[] | Uint8Array): Bytes {
  const first = bytes.findIndex((byte) => byte !== 0);
  const digits = first < 0 ? [0] : Array.from(bytes.slice(first));
  return derElement(DER.integer, Uint8Array.from((digits[0] ?? 0) & 0x80 ? [0, ...digits] : digits));
}

/** Encodes an object identifier such as `2.5.29.15`. */
export function derObjectIdentifier(dotted: string): Bytes {
  const [root = 0, second = 0, ...rest] = dotted.split('.').map(Number);
  return derElement(DER.objectIdentifier, Uint8Array.from([root * 40 + second, ...rest].flatMap(base128)));
}

/** Encodes a bit string; `unusedBits` of the last byte are ignored. */
export const derBitString = (bytes: Uint8Array, unusedBits = 0): Bytes =>
  derElement(DER.bitString, Uint8Array.of(unusedBits), bytes);

export const derOctetString = (bytes: Uint8Array): Bytes => derElement(DER.octetString, bytes);

export const derBoolean = (value: boolean): Bytes => derElement(DER.boolean, Uint8Array.of(value ? 0xff : 0));

export const derText = (text: string): Bytes => derElement(DER.utf8String, utf8Bytes(text));

/**
 * Encodes a time in milliseconds as certificates require: UTCTime (two-digit year) before 2050, GeneralizedTime from
 * then on.
 */
export function derTime(milliseconds: number): Bytes {
  const digits = `${new Date(milliseconds).toISOString().slice(0, 19).replace(/\D/g, '')}Z`;
  return digits < '2050'
    ? derElement(DER.utcTime, utf8Bytes(digits.slice(2)))
    : derElement(DER.generalizedTime, utf8Bytes(digits));
}

function base128(number: number): number[] {
  const digits = [number & 0x7f];
  for (let rest = Math.floor(number / 128); rest > 0; rest = Math.floor(rest / 128))
    digits.unshift((rest & 0x7f) | 0x80);
  return digits;
}

function lengthOctets(length: number): number[] {
  if (length < 0x80) return [length];
  const digits: number[] = [];
  for (let rest = length; rest > 0; rest = Math.floor(rest / 256)) digits.unshift(rest & 0xff);
  return [0x80 | digits.length, ...digits];
}

function joinBytes(parts: readonly Uint8Array[]): Bytes {
  const joined = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let position = 0;
  for (const part of parts) {
    joined.set(part, position);
    position += part.length;
  }
  return joined;
}
