/** The function in the page that accepts commands. */
export const BINDING = '__tabplaneWatch';

/** Returns a script that streams watches that a page opens with `fetch`, because routes can only answer as a whole. */
export const streamScript = (pattern: RegExp): string =>
  `(${streamWatches.toString()})(${JSON.stringify(BINDING)}, ${JSON.stringify(pattern.source)});`;

/** Runs in the page, so it must not use outer variables. */
function streamWatches(binding: string, pattern: string): void {
  const run = (command: object): Promise<unknown> =>
    (globalThis as unknown as Record<string, (command: object) => Promise<unknown>>)[binding]?.(command) ??
    Promise.resolve(null);
  const isOurs = new RegExp(pattern);
  const original = globalThis.fetch;
  let last = Math.floor(Math.random() * 1e9) * 1000;
  globalThis.fetch = async (input, init) => {
    const request = new Request(input, init);
    const url = new URL(request.url);
    const watch = url.searchParams.get('watch');
    const isWatch = (watch !== null && watch !== '0' && watch !== 'false') || url.pathname.includes('/watch/');
    // The new request has consumed the body of the given one.
    if (request.method !== 'GET' || !isWatch || !isOurs.test(url.origin + url.pathname)) return original(request);
    request.signal.throwIfAborted();
    last += 1;
    const id = last;
    const head = (await run({ type: 'open', id, url: request.url, headers: [...request.headers] })) as {
      status: number;
      headers: [string, string][];
    } | null;
    if (!head) throw new TypeError('Failed to fetch');
    const cancel = () => void run({ type: 'cancel', id });
    const body = new ReadableStream<Uint8Array>({
      start(controller) {
        request.signal.addEventListener('abort', () => {
          cancel();
          controller.error(request.signal.reason);
        });
      },
      async pull(controller) {
        const chunk = (await run({ type: 'read', id })) as string | null | false;
        if (request.signal.aborted) return;
        if (chunk === null) controller.close();
        else if (chunk === false) controller.error(new TypeError('network error'));
        else controller.enqueue(new TextEncoder().encode(chunk));
      },
      cancel,
    });
    return new Response(body, { status: head.status, headers: head.headers });
  };
}
