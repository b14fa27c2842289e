/** The largest accepted body of a request, in bytes. */
export const MAXIMUM_BODY_BYTES = 3 * 1024 * 1024;

/** The most bytes that are read of an answer of a webhook, an identity provider or an extension API server. */
export const LONGEST_ANSWER = 32 * 1024 * 1024;

/** More bytes were received than are read. */
export class TooManyBytesError extends Error {
  constructor(limit: number) {
    super(`more than ${limit} bytes were received`);
    this.name = 'TooManyBytesError';
  }
}

/** The start of a body. */
interface Start {
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** What follows; undefined when `bytes` are all. */
  readonly rest: ReadableStreamDefaultReader<Uint8Array> | undefined;
}

/**
 * Reads the body of a request or response, at most `limit` bytes: what is longer is abandoned there, however much follows.
 * @throws TooManyBytesError
 */
export async function readBytes(message: Request | Response, limit: number): Promise<Uint8Array<ArrayBuffer>> {
  const { bytes, rest } = await readStart(message, limit);
  if (!rest) return bytes;
  rest.cancel().catch(() => undefined); // The sender may be gone already.
  throw new TooManyBytesError(limit);
}

/** As `readBytes`, decoded from UTF-8. @throws TooManyBytesError */
export const readText = async (message: Request | Response, limit: number): Promise<string> =>
  new TextDecoder().decode(await readBytes(message, limit));

/** Reads the start of a body as text, and abandons what exceeds `limit` bytes. */
export async function readTextStart(message: Request | Response, limit: number): Promise<string> {
  const { bytes, rest } = await readStart(message, limit);
  rest?.cancel().catch(() => undefined); // The sender may be gone already.
  return new TextDecoder().decode(bytes.subarray(0, limit));
}

/** Reads a body that another server receives: its bytes, or a stream of them when there are more than `limit`. */
export async function forwardableBody(
  message: Request,
  limit: number,
): Promise<Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array>> {
  const { bytes, rest } = await readStart(message, limit);
  return rest ? resumed(bytes, rest) : bytes;
}

async function readStart(message: Request | Response, limit: number): Promise<Start> {
  // Firefox has no streams of the bodies of requests.
  if (message.body === undefined) return startOf(new Uint8Array(await message.arrayBuffer()), limit);
  const reader = message.body?.getReader();
  const chunks: Uint8Array[] = [];
  let length = 0;
  while (reader && length <= limit) {
    const { done, value } = await reader.read();
    if (done) return { bytes: joinBytes(chunks, length), rest: undefined };
    chunks.push(value);
    length += value.byteLength;
  }
  return { bytes: joinBytes(chunks, length), rest: reader };
}

const startOf = (bytes: Uint8Array<ArrayBuffer>, limit: number): Start =>
  bytes.length <= limit
    ? { bytes, rest: undefined }
    : { bytes, rest: new ReadableStream<Uint8Array>({ start: (controller) => controller.close() }).getReader() };

/** Returns the bytes of chunks. @param length the number of bytes, for callers that have counted them */
export function joinBytes(
  chunks: readonly Uint8Array[],
  length = chunks.reduce((sum, chunk) => sum + chunk.byteLength, 0),
): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(length);
  let offset = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, offset);
    offset += chunk.byteLength;
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

/** Returns a stream of some bytes and what a reader still has. */
const resumed = (bytes: Uint8Array, rest: ReadableStreamDefaultReader<Uint8Array>): ReadableStream<Uint8Array> =>
  new ReadableStream({
    start: (controller) => controller.enqueue(bytes),
    async pull(controller) {
      const { done, value } = await rest.read();
      if (done) controller.close();
      else controller.enqueue(value);
    },
    cancel: (reason) => rest.cancel(reason),
  });
