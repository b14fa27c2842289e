/** Returns a hash of a document: 64 bits based on FNV-1a, in hexadecimal. */
export function documentHash(text: string): string {
  let [low, high] = [0x811c9dc5, 0xcbf29ce4];
  for (let index = 0; index < text.length; index += 1) {
    low = Math.imul(low ^ text.charCodeAt(index), 0x01000193);
    high = Math.imul(high ^ text.charCodeAt(text.length - 1 - index), 0x01000193);
  }
  return [high, low].map((half) => (half >>> 0).toString(16).toUpperCase().padStart(8, '0')).join('');
}
