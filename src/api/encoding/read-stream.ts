import { finish, type Steps } from '../steps.ts';

/** The largest accepted body of a request, in bytes. */
export const MAXIMUM_BODY_BYTES = 3 * 1024 * 1024;

/** Maximum response size of a webhook, an identity provider or an extension API server, in bytes. */
export const LONGEST_ANSWER = 32 * 1024 * 1024;

/** A body exceeds its size limit. */
export class TooManyBytesError extends Error {
  constructor(limit: number) {
    super(`more than ${limit} bytes were received`);
    this.name = 'TooManyBytesError';
  }
}

/** Returns the bytes of chunks. @param length the number of bytes, for callers that have counted them */
export const joinBytes = (chunks: readonly Uint8Array[], length?: number): Uint8Array<ArrayBuffer> =>
  finish(joinBytesInSteps(chunks, length));

/** Like `joinBytes`, in steps, because the memory of a long result costs more than the copies. */
export function* joinBytesInSteps(
  chunks: readonly Uint8Array[],
  length = chunks.reduce((sum, chunk) => sum + chunk.byteLength, 0),
): Steps<Uint8Array<ArrayBuffer>> {
  const bytes = new Uint8Array(length);
  let offset = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, offset);
    offset += chunk.byteLength;
    yield;
  }
  return bytes;
}

/** Yields the chunks of a stream, and cancels it when the caller stops early. Not every browser can iterate over streams. */
export async function* chunksOf(stream: ReadableStream<Uint8Array> | null): AsyncGenerator<Uint8Array, void, void> {
  const reader = stream?.getReader();
  try {
    for (let next = await reader?.read(); next && !next.done; next = await reader?.read()) yield next.value;
  } finally {
    reader?.cancel().catch(() => undefined); // The stream may have failed.
  }
}
