import { bytesBase64, readBase64 } from '../api/encoding/base64.ts';

export interface PemBlock {
  readonly type: string;
  readonly hasHeaders: boolean;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

const BLOCK = /^-----BEGIN ([^\n]*?)-----[ \t]*\r?\n([\s\S]*?)^-----END \1-----/gm;

/** Returns the valid blocks of a PEM text, in order; everything else is skipped. */
export function pemBlocks(text: string): PemBlock[] {
  return [...text.matchAll(BLOCK)].flatMap(([, type = '', content = '']) => {
    const lines = content.split(/\r?\n/);
    const headers = lines.findIndex((line) => !line.includes(':'));
    const bytes = readBase64(lines.slice(Math.max(headers, 0)).join('').trim());
    return bytes ? [{ type, hasHeaders: headers > 0, bytes }] : [];
  });
}

/** Returns one PEM block, in lines of 64 characters. */
export function writePem(type: string, bytes: Uint8Array): string {
  const base64 = bytesBase64(bytes);
  const lines = base64.match(/.{1,64}/g) ?? [];
  return [`-----BEGIN ${type}-----`, ...lines, `-----END ${type}-----`, ''].join('\n');
}
