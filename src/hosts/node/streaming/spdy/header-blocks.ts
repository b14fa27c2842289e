import { constants, createDeflate, createInflate, type Deflate, type Inflate } from 'node:zlib';
import { HEADER_DICTIONARY, lengthPrefixed } from './header-dictionary.ts';

/** Names in lower case. */
export type StreamHeaders = ReadonlyMap<string, string>;

/** The longest block that is decompressed, as in Go's library. */
const LONGEST_BLOCK = 1024 * 1024;

/** Reads and writes the header blocks of one connection, which share a compression state. */
export class HeaderBlocks {
  readonly #inflate: Inflate = createInflate({ dictionary: HEADER_DICTIONARY, flush: constants.Z_SYNC_FLUSH });
  readonly #deflate: Deflate = createDeflate({ dictionary: HEADER_DICTIONARY, flush: constants.Z_SYNC_FLUSH });

  constructor() {
    // The write that caused a failure has already reported it when it is emitted.
    for (const stream of [this.#inflate, this.#deflate]) stream.on('error', () => stream.destroy());
  }

  /** @throws Error when the block is malformed */
  async decode(block: Uint8Array): Promise<StreamHeaders> {
    return parse(await transformed(this.#inflate, block));
  }

  encode(headers: StreamHeaders): Promise<Buffer> {
    const count = Buffer.alloc(4);
    count.writeUInt32BE(headers.size);
    const pairs = [...headers].flatMap(([name, value]) => [lengthPrefixed(name), lengthPrefixed(value)]);
    return transformed(this.#deflate, Buffer.concat([count, ...pairs]));
  }

  close(): void {
    this.#inflate.close();
    this.#deflate.close();
  }
}

/** Passes bytes through a compressor or decompressor, and returns all of its output. */
function transformed(stream: Inflate | Deflate, bytes: Uint8Array): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const parts: Buffer[] = [];
    let length = 0;
    const finish = (error?: Error | null): void => {
      stream.off('data', collect);
      stream.off('error', finish);
      if (error) reject(error);
      else resolve(Buffer.concat(parts));
    };
    const collect = (part: Buffer): void => {
      parts.push(part);
      length += part.length;
      if (length > LONGEST_BLOCK) stream.destroy(new Error('the header block is too long'));
    };
    stream.on('data', collect);
    stream.on('error', finish);
    stream.write(bytes, finish);
  });
}

function parse(block: Buffer): StreamHeaders {
  let offset = 4;
  const next = (): string => {
    const start = offset + 4;
    offset = start + block.readUInt32BE(offset);
    if (offset > block.length) throw new Error('the header block is truncated');
    return block.toString('latin1', start, offset);
  };
  const headers = new Map<string, string>();
  for (let left = block.readUInt32BE(0); left > 0; left--) {
    const name = next();
    headers.set(name.toLowerCase(), next());
  }
  return headers;
}
