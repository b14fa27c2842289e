import type { ChunkSource, ChunksBody } from './api-messages.ts';

/** Returns the chunks of a stream. */
export function chunksOfStream(stream: ReadableStream<Uint8Array>): ChunkSource<Uint8Array> {
  let reader: ReadableStreamDefaultReader<Uint8Array> | undefined;
  return {
    async next() {
      reader ??= stream.getReader();
      return (await reader.read()).value;
    },
    // The sender may have disconnected.
    cancel: () => void (reader ?? stream).cancel().catch(() => undefined),
  };
}

/** Returns a stream of chunks, each read on demand. */
export const streamOfChunks = <Chunk>(source: ChunkSource<Chunk>): ReadableStream<Chunk> =>
  new ReadableStream<Chunk>({
    async pull(controller) {
      const chunk = await source.next();
      if (chunk === undefined) controller.close();
      else controller.enqueue(chunk);
    },
    cancel: () => source.cancel(),
  });

/** Returns a source that yields the bytes and then the chunks of `rest`. */
export function chunksFrom(bytes: Uint8Array, rest: ChunkSource<Uint8Array>): ChunkSource<Uint8Array> {
  let isFirst = true;
  return {
    async next() {
      if (!isFirst) return rest.next();
      isFirst = false;
      return bytes;
    },
    cancel: () => rest.cancel(),
  };
}

/** Returns the body of a Fetch message. */
export function bodyOfFetch(message: Request | Response): ChunksBody | undefined {
  if (message.body) return { kind: 'chunks', chunks: chunksOfStream(message.body) };
  if (message.body === null) return undefined;
  // Firefox does not support streams of request bodies.
  let isRead = false;
  const next = async () => {
    if (isRead) return undefined;
    isRead = true;
    return new Uint8Array(await message.arrayBuffer());
  };
  return { kind: 'chunks', chunks: { next, cancel: () => undefined } };
}
