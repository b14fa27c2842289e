/**
 * A message of MSW's service worker to the page about a response. Its body is a copy of the stream that the page reads.
 */
interface CopyMessage {
  readonly type: string;
  readonly payload?: { readonly request?: { readonly url: string }; readonly response?: { readonly body?: unknown } };
}

/**
 * Cancels the copies of streams that MSW makes for listeners of its events, unless a listener reads them. Otherwise a
 * copy would grow, and the stream would stay open after the page has aborted its request. Does nothing outside pages.
 */
export function releaseCopies(isStream: (url: URL) => boolean): void {
  const { serviceWorker } = (globalThis as { navigator?: Partial<Navigator> }).navigator ?? {};
  serviceWorker?.addEventListener('message', ({ data }: MessageEvent<CopyMessage | undefined>) => {
    const { request, response } = data?.payload ?? {};
    const copy = response?.body;
    if (data?.type !== 'RESPONSE' || !(copy instanceof ReadableStream)) return;
    if (!request || !isStream(new URL(request.url))) return;
    // MSW's own listener, which reads the stream, comes first.
    setTimeout(() => (copy.locked ? undefined : copy.cancel()));
  });
}
