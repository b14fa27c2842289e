import type { Clock } from '../../api/environment.ts';

/** Milliseconds to wait for the first part of a stream, and for further parts of it after that. */
const LONGEST_WAIT = 30_000;
const QUIET = 50;

/**
 * Reads the beginning of an endless response: its first part and what follows immediately. The client of a watch that
 * ends early resumes it from the last version that it received, so no event is lost.
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

/** Reports whether this browser can send a stream from a page to its service worker. Safari, for example, cannot. */
export function canTransferStreams(): boolean {
  const stream = new ReadableStream();
  try {
    structuredClone(stream, { transfer: [stream] });
    return true;
  } catch {
    return false;
  }
}
