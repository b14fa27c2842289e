const OFFSET = 0x811c9dc5;
const PRIME = 0x01000193;

/** Returns the 32-bit FNV-1 hash of bytes. */
export function fnv1(bytes: Uint8Array): number {
  let hash = OFFSET;
  for (const byte of bytes) hash = Math.imul(hash, PRIME) ^ byte;
  return hash >>> 0;
}

/** Returns the 32-bit FNV-1a hash of bytes. */
export function fnv1a(bytes: Uint8Array): number {
  let hash = OFFSET;
  for (const byte of bytes) hash = Math.imul(hash ^ byte, PRIME);
  return hash >>> 0;
}

const ALPHABET = 'bcdfghjklmnpqrstvwxz2456789';

/** Returns the decimal digits of a hash as letters that cannot form words, for use in object names. */
export const safeText = (hash: number): string =>
  [...String(hash)].map((digit) => ALPHABET[digit.charCodeAt(0) % ALPHABET.length]).join('');
