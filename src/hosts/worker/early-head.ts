/** A space, which is legal before the first event of a stream and ignored by every JSON parser. */
const NOTHING = new Uint8Array([0x20]);

/**
 * Reports whether the browser delivers a response to the page only with the first bytes of its body, as Firefox does.
 * The body of a watch is empty until something changes.
 */
export const delaysHead = (userAgent: string): boolean => /\bFirefox\//.test(userAgent);

/** Returns a JSON stream whose first byte is sent immediately; other responses unchanged. */
export function withEarlyHead(response: Response): Response {
  const { body, status, headers } = response;
  if (!body || !headers.get('content-type')?.startsWith('application/json')) return response;
  const reader = body.getReader();
  const stream = new ReadableStream<Uint8Array>({
    start: (controller) => controller.enqueue(NOTHING),
    async pull(controller) {
      const { done, value } = await reader.read();
      if (done) controller.close();
      else controller.enqueue(value);
    },
    cancel: (reason) => reader.cancel(reason),
  });
  return new Response(stream, { status, headers });
}
