/** A file or folder of an archive. The path of a folder ends with a slash. */
export interface ArchiveEntry {
  readonly path: string;
  readonly content: Uint8Array;
}

const BLOCK = 512;
const NAME_LENGTH = 100;
const PREFIX_OFFSET = 345;
const PREFIX_LENGTH = 155;
const CHECKSUM = { offset: 148, length: 8 };
const TYPE_OFFSET = 156;

const encoder = new TextEncoder();
const decoder = new TextDecoder();

const padded = (length: number): number => Math.ceil(length / BLOCK) * BLOCK;

/** Returns an entry in the ustar format. A long path precedes it in a separate entry, as in GNU tar. */
export function archiveEntry({ path, content }: ArchiveEntry, seconds: number): Uint8Array {
  const isFolder = path.endsWith('/');
  const name = encoder.encode(path);
  const own = block(name.subarray(0, NAME_LENGTH), content, isFolder ? '5' : '0', seconds);
  if (name.length <= NAME_LENGTH) return own;
  return joined([block(encoder.encode('././@LongLink'), encoder.encode(`${path}\0`), 'L', 0), own]);
}

/** Returns the end of an archive. */
export const archiveEnd = (): Uint8Array => new Uint8Array(2 * BLOCK);

function block(name: Uint8Array, content: Uint8Array, type: string, seconds: number): Uint8Array {
  const bytes = new Uint8Array(BLOCK + padded(content.length));
  const put = (offset: number, text: string): void => bytes.set(encoder.encode(text), offset);
  const octal = (number: number, length: number): string => `${number.toString(8).padStart(length - 1, '0')}\0`;
  bytes.set(name);
  put(100, octal(type === '5' ? 0o755 : 0o644, 8) + octal(0, 8) + octal(0, 8));
  put(124, octal(content.length, 12) + octal(seconds, 12));
  put(CHECKSUM.offset, ' '.repeat(CHECKSUM.length));
  put(TYPE_OFFSET, type);
  put(257, 'ustar\x0000');
  put(265, 'root');
  put(297, 'root');
  const sum = bytes.subarray(0, BLOCK).reduce((total, byte) => total + byte, 0);
  put(CHECKSUM.offset, `${sum.toString(8).padStart(6, '0')}\0 `);
  bytes.set(content, BLOCK);
  return bytes;
}

/**
 * Returns the files and folders of an archive, without links and devices.
 * @throws SyntaxError when the bytes are not an archive, or end too early
 */
export function readArchive(bytes: Uint8Array): ArchiveEntry[] {
  const entries: ArchiveEntry[] = [];
  let longPath: string | undefined;
  for (let at = 0; at + BLOCK <= bytes.length; ) {
    const header = bytes.subarray(at, at + BLOCK);
    if (header.every((byte) => byte === 0)) return entries;
    checkSum(header);
    const size = Number.parseInt(textAt(header, 124, 12).trim() || '0', 8);
    if (at + BLOCK + size > bytes.length) throw new SyntaxError('short read');
    const content = bytes.slice(at + BLOCK, at + BLOCK + size);
    const type = textAt(header, TYPE_OFFSET, 1);
    const path = longPath ?? pathOf(header);
    longPath = type === 'L' ? decoder.decode(content).replace(/\0+$/, '') : type === 'x' ? paxPath(content) : undefined;
    if (type === '5') entries.push({ path: path.endsWith('/') ? path : `${path}/`, content });
    if (type === '0' || type === '') entries.push({ path, content });
    at += BLOCK + padded(size);
  }
  if (bytes.length > 0) throw new SyntaxError('short read');
  return entries;
}

function checkSum(header: Uint8Array): void {
  const { offset, length } = CHECKSUM;
  const sum = header.reduce((total, byte, index) => {
    const isSum = index >= offset && index < offset + length;
    return total + (isSum ? 32 : byte);
  }, 0);
  if (Number.parseInt(textAt(header, offset, length).trim(), 8) !== sum)
    throw new SyntaxError('invalid tar header checksum');
}

function pathOf(header: Uint8Array): string {
  const prefix = textAt(header, 257, 6) === 'ustar' ? textAt(header, PREFIX_OFFSET, PREFIX_LENGTH) : '';
  return `${prefix === '' ? '' : `${prefix}/`}${textAt(header, 0, NAME_LENGTH)}`;
}

/** Returns the path in an extended header, whose lines consist of a length, a name and a value. */
const paxPath = (content: Uint8Array): string | undefined => /\d+ path=(.*)\n/.exec(decoder.decode(content))?.[1];

/** Returns the text of a field, which ends at its first zero byte. */
function textAt(header: Uint8Array, offset: number, length: number): string {
  const field = header.subarray(offset, offset + length);
  const end = field.indexOf(0);
  return decoder.decode(end < 0 ? field : field.subarray(0, end));
}

/** Concatenates byte arrays. */
export function joined(pieces: readonly Uint8Array[]): Uint8Array {
  const bytes = new Uint8Array(pieces.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const piece of pieces) {
    bytes.set(piece, at);
    at += piece.length;
  }
  return bytes;
}
