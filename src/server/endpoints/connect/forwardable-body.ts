import { MAXIMUM_BODY_BYTES } from '../../../api/encoding/read-stream.ts';
import type { RequestBody } from '../../../api/messages/api-messages.ts';
import { bodyStart } from '../../../api/messages/body-text.ts';
import { chunksFrom, streamOfChunks } from '../../../api/messages/streams.ts';

/** Reads a body that another server receives: its bytes, or a stream of them when they are many. */
export async function forwardableBody(
  body: RequestBody,
): Promise<Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array>> {
  const { bytes, rest } = await bodyStart(body, MAXIMUM_BODY_BYTES);
  return rest ? streamOfChunks(chunksFrom(bytes, rest)) : bytes;
}
