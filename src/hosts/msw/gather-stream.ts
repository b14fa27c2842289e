import type { Clock } from '../../api/environment.ts';

/** Milliseconds to wait for a first part of a stream, and, after it, for further parts that belong to it. */
const LONGEST_WAIT = 30_000;
const QUIET = 50;

/**
 * Reads the beginning of an endless response: up to its first part and what follows at once. A watch that ends early is
 * resumed by its client from the last version that it received, so that no event is lost.
 */
export async function gatherStream(response: Response, clock: Clock): Promise<Response> {
  const reader = response.body?.getReader();
  if (!reader) return response;
  const parts: Uint8Array<ArrayBuffer>[] = [];
  const { status, statusText, headers } = response;
  let isOpen = true;
  while (isOpen) {
    let cancel = (): void => undefined;
    const timeout = new Promise<undefined>((resolve) => {
      cancel = clock.after(parts.length === 0 ? LONGEST_WAIT : QUIET, () => resolve(undefined));
    });
    const next = await Promise.race([reader.read(), timeout]);
    cancel();
    if (next?.value) parts.push(next.value as Uint8Array<ArrayBuffer>);
    isOpen = next !== undefined && !next.done;
  }
  await reader.cancel();
  return new Response(new Blob(parts), { status, statusText, headers });
}

/** Reports whether this browser can send a stream from a page to its service worker. Safari, for one, cannot. */
export function canTransferStreams(): boolean {
  const stream = new ReadableStream();
  try {
    structuredClone(stream, { transfer: [stream] });
    return true;
  } catch {
    return false;
  }
}
