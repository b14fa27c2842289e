import type { RequestBody } from './api-messages.ts';
import { bodyBytes, bodyStart } from './body-text.ts';
import { bodyOfFetch, chunksFrom, streamOfChunks } from './streams.ts';

/**
 * Reads the body of a Fetch message. Stops reading after `limit` bytes.
 * @throws TooManyBytesError
 */
export const readBytes = (message: Request | Response, limit: number): Promise<Uint8Array<ArrayBuffer>> =>
  bodyBytes(bodyOfFetch(message), limit);

/** Like `readBytes`, decoded from UTF-8. @throws TooManyBytesError */
export const readText = async (message: Request | Response, limit: number): Promise<string> =>
  new TextDecoder().decode(await readBytes(message, limit));

/** Reads the start of a body as text, and discards everything beyond `limit` bytes. */
export async function readTextStart(message: Request | Response, limit: number): Promise<string> {
  const { bytes, rest } = await bodyStart(bodyOfFetch(message), limit);
  rest?.cancel();
  return new TextDecoder().decode(bytes.subarray(0, limit));
}

/** Reads a body to forward to another server: its bytes, or a stream if there are more than `limit` bytes. */
export async function forwardableBody(
  body: RequestBody,
  limit: number,
): Promise<Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array>> {
  const { bytes, rest } = await bodyStart(body, limit);
  return rest ? streamOfChunks(chunksFrom(bytes, rest)) : bytes;
}
