/** One block of a PEM text. */
export interface PemBlock {
  readonly type: string;
  readonly hasHeaders: boolean;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

const BLOCK = /^-----BEGIN ([^\n]*?)-----[ \t]*\r?\n([\s\S]*?)^-----END \1-----/gm;

/** Bytes of base64 text; undefined when it is none. */
export function base64Bytes(text: string): Uint8Array<ArrayBuffer> | undefined {
  try {
    return Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
  } catch {
    return undefined;
  }
}

/** The readable blocks of a text, in order; what stands between them is skipped. */
export function pemBlocks(text: string): PemBlock[] {
  return [...text.matchAll(BLOCK)].flatMap(([, type = '', content = '']) => {
    const lines = content.split(/\r?\n/);
    const headers = lines.findIndex((line) => !line.includes(':'));
    const bytes = base64Bytes(lines.slice(Math.max(headers, 0)).join('').trim());
    return bytes ? [{ type, hasHeaders: headers > 0, bytes }] : [];
  });
}

/** One block, in lines of 64 characters. */
export function writePem(type: string, bytes: Uint8Array): string {
  const base64 = btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));
  const lines = base64.match(/.{1,64}/g) ?? [];
  return [`-----BEGIN ${type}-----`, ...lines, `-----END ${type}-----`, ''].join('\n');
}
