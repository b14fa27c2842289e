import { writeJson } from '../encoding/exact-json.ts';
import { goJson } from '../encoding/go-json.ts';
import { joinBytes, TooManyBytesError } from '../encoding/read-stream.ts';
import { utf8Bytes, utf8Text } from '../encoding/utf8.ts';
import type { ChunkSource, RequestBody, ResponseBody } from './api-messages.ts';

/** The start of a body. */
interface Start {
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** The remaining chunks; undefined when `bytes` is the complete body. */
  readonly rest: ChunkSource<Uint8Array> | undefined;
}

/**
 * Returns the bytes of a body. Stops reading after `limit` bytes.
 * @throws TooManyBytesError
 */
export async function bodyBytes(body: RequestBody, limit: number): Promise<Uint8Array<ArrayBuffer>> {
  const { bytes, rest } = await bodyStart(body, limit);
  if (!rest && bytes.length <= limit) return bytes;
  rest?.cancel();
  throw new TooManyBytesError(limit);
}

/** Returns the start of a body: all of its bytes, or more than `limit` bytes and the remaining chunks. */
export async function bodyStart(body: RequestBody, limit: number): Promise<Start> {
  if (body?.kind !== 'chunks') return { bytes: bytesInMemory(body), rest: undefined };
  const chunks: Uint8Array[] = [];
  let length = 0;
  while (length <= limit) {
    const chunk = await body.chunks.next();
    if (!chunk) return { bytes: joinBytes(chunks, length), rest: undefined };
    chunks.push(chunk);
    length += chunk.length;
  }
  return { bytes: joinBytes(chunks, length), rest: body.chunks };
}

function bytesInMemory(body: Exclude<RequestBody, { kind: 'chunks' }>): Uint8Array<ArrayBuffer> {
  if (!body) return new Uint8Array();
  if (body.kind === 'bytes') return body.bytes;
  return utf8Bytes(body.kind === 'text' ? body.text : writeJson(body.object));
}

/** Returns the text of a body in memory; undefined for a body that arrives in chunks, and without a body. */
export function textInMemory(body: ResponseBody): string | undefined {
  if (body?.kind === 'text') return body.text;
  if (body?.kind === 'bytes') return utf8Text(body.bytes);
  return body?.kind === 'shared' ? `${goJson(body.object)}\n` : undefined;
}

/** Reads a body to its end and returns its text; empty for events. */
export const responseText = async (body: ResponseBody): Promise<string> =>
  body?.kind === 'chunks' ? utf8Text(await bodyBytes(body, Number.POSITIVE_INFINITY)) : (textInMemory(body) ?? '');

/** Yields the chunks of a response's body, and discards the others when the caller stops early. */
export async function* chunksOfBody(body: ResponseBody): AsyncGenerator<Uint8Array, void, void> {
  if (body?.kind !== 'chunks') {
    const bytes = body?.kind === 'bytes' ? body.bytes : utf8Bytes(textInMemory(body) ?? '');
    if (bytes.length > 0) yield bytes;
    return;
  }
  try {
    for (let chunk = await body.chunks.next(); chunk; chunk = await body.chunks.next()) yield chunk;
  } finally {
    body.chunks.cancel();
  }
}

/** Discards an unread body. */
export function cancelBody(body: RequestBody | ResponseBody): void {
  if (body?.kind === 'chunks') body.chunks.cancel();
  if (body?.kind === 'events') body.events.cancel();
}
