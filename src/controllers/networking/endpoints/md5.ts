const SHIFTS = [7, 12, 17, 22, 5, 9, 14, 20, 4, 11, 16, 23, 6, 10, 15, 21];
const SINES = Array.from({ length: 64 }, (_, index) => Math.floor(Math.abs(Math.sin(index + 1)) * 2 ** 32) | 0);

/** Returns the MD5 digest of a text in hexadecimal. It is used only for sorting, so its weakness does not matter. */
export function md5(text: string): string {
  const words = paddedWords(new TextEncoder().encode(text));
  let state: [number, number, number, number] = [0x67452301, 0xefcdab89 | 0, 0x98badcfe | 0, 0x10325476];
  for (let start = 0; start < words.length; start += 16) state = mixBlock(state, words.subarray(start, start + 16));
  const bytes = new Uint8Array(new Int32Array(state).buffer);
  return [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

function paddedWords(bytes: Uint8Array): Int32Array {
  const length = (((bytes.length + 8) >> 6) + 1) * 64;
  const padded = new Uint8Array(length);
  padded.set(bytes);
  const view = new DataView(padded.buffer);
  view.setUint8(bytes.length, 0x80);
  view.setUint32(length - 8, bytes.length * 8, true);
  return Int32Array.from({ length: length / 4 }, (_, index) => view.getInt32(index * 4, true));
}

function mixBlock(
  state: readonly [number, number, number, number],
  block: Int32Array,
): [number, number, number, number] {
  let [a, b, c, d] = state;
  for (let step = 0; step < 64; step++) {
    const round = step >> 4;
    const [mixed, word] = mixStep(round, step, b, c, d);
    const sum = (a + mixed + (SINES[step] ?? 0) + (block[word] ?? 0)) | 0;
    const shift = SHIFTS[round * 4 + (step & 3)] ?? 0;
    [a, d, c, b] = [d, c, b, (b + ((sum << shift) | (sum >>> (32 - shift)))) | 0];
  }
  return [(state[0] + a) | 0, (state[1] + b) | 0, (state[2] + c) | 0, (state[3] + d) | 0];
}

function mixStep(round: number, step: number, b: number, c: number, d: number): [mixed: number, word: number] {
  switch (round) {
    case 0:
      return [(b & c) | (~b & d), step];
    case 1:
      return [(d & b) | (~d & c), (5 * step + 1) & 15];
    case 2:
      return [b ^ c ^ d, (3 * step + 5) & 15];
    default:
      return [c ^ (b | ~d), (7 * step) & 15];
  }
}
