import type { DialectName } from '../../api/dialect.ts';
import { bytesBase64Url, readBase64 } from '../../api/encoding/base64.ts';
import { utf8Bytes } from '../../api/encoding/utf8.ts';
import { isRecord } from '../../api/object.ts';

/** A small cluster encoded in an address. */
export interface SharedCluster {
  readonly name: string;
  readonly dialect: DialectName;
  /** Multi-document YAML. */
  readonly yaml: string;
}

/** A link that cannot be created or read; the message is for the user. */
export class ShareLinkError extends Error {
  override readonly name = 'ShareLinkError';
}

/** Maximum bytes after compression: chats and mail programs truncate longer addresses. */
export const SHARE_LIMIT = 32 * 1024;
/** Maximum bytes after decompression: a small link must not exhaust memory. */
const UNPACKED_LIMIT = 8 * 1024 * 1024;

const HASH = /^#?cluster=([\w.-]*)/;
/** Version of the format. */
const VERSION = '1';

const DAMAGED = 'The link is damaged: part of it is missing or changed. Copy the whole link and open it again.';

/** Reports whether the hash of an address contains a cluster. */
export const isShareHash = (hash: string): boolean => HASH.test(hash);

/** Encodes a cluster as the hash of an address. @throws ShareLinkError when the cluster is too large */
export async function shareHash(cluster: SharedCluster): Promise<string> {
  const packed = await through(new CompressionStream('deflate-raw'), utf8Bytes(JSON.stringify(cluster)));
  if (packed.length > SHARE_LIMIT) {
    throw new ShareLinkError(
      `The link would need ${kilobytes(packed.length)} of compressed YAML; the limit is ${kilobytes(SHARE_LIMIT)}. Select fewer objects, or save a file instead.`,
    );
  }
  return `#cluster=${VERSION}.${bytesBase64Url(packed)}.${checksum(packed)}`;
}

const kilobytes = (bytes: number): string => `${Math.ceil(bytes / 1024)} KB`;

/** Decodes a cluster from the hash of an address. @throws ShareLinkError */
export async function readShareHash(hash: string): Promise<SharedCluster> {
  const [version, text = '', sum] = (HASH.exec(hash)?.[1] ?? '').split('.');
  if (version !== VERSION && /^\d+$/.test(version ?? ''))
    throw new ShareLinkError(
      'The link was created by a newer version of Tabplane. Reload the page to update, then open it again.',
    );
  const packed = readBase64(text.replaceAll('-', '+').replaceAll('_', '/'));
  if (!packed || packed.length > SHARE_LIMIT || sum !== checksum(packed)) throw new ShareLinkError(DAMAGED);
  // The last character has bits that decoding ignores.
  if (bytesBase64Url(packed) !== text) throw new ShareLinkError(DAMAGED);
  try {
    const bytes = await through(new DecompressionStream('deflate-raw'), packed);
    const shared: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
    if (isSharedCluster(shared)) return shared;
  } catch (error) {
    if (error instanceof ShareLinkError) throw error;
  }
  throw new ShareLinkError(DAMAGED);
}

const isSharedCluster = (value: unknown): value is SharedCluster =>
  isRecord(value) &&
  typeof value.name === 'string' &&
  typeof value.yaml === 'string' &&
  (value.dialect === 'cluster' || value.dialect === 'kubernetes');

/** FNV-1a checksum, which detects truncated and mistyped links. */
function checksum(bytes: Uint8Array): string {
  let hash = 0x811c9dc5;
  for (const byte of bytes) hash = Math.imul(hash ^ byte, 0x01000193) >>> 0;
  return hash.toString(36);
}

async function through(
  stream: GenericTransformStream,
  bytes: Uint8Array<ArrayBuffer>,
): Promise<Uint8Array<ArrayBuffer>> {
  const reader = new Blob([bytes]).stream().pipeThrough<Uint8Array<ArrayBuffer>>(stream).getReader();
  const parts: Uint8Array<ArrayBuffer>[] = [];
  let length = 0;
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    parts.push(part.value);
    length += part.value.length;
    if (length > UNPACKED_LIMIT) {
      await reader.cancel();
      throw new ShareLinkError('The link was not opened: it unpacks to more than 8 MB.');
    }
  }
  return new Uint8Array(await new Blob(parts).arrayBuffer());
}
