import { HandedEvent } from '../api/encoding/handed-event.ts';
import { isStatus } from '../api/status.ts';
import { ApiError } from './api-error.ts';

/** One event of a watch. */
export interface WatchEvent<T> {
  readonly type: 'ADDED' | 'MODIFIED' | 'DELETED' | 'BOOKMARK';
  readonly object: T;
}

interface SentEvent<T> {
  readonly type: WatchEvent<T>['type'] | 'ERROR';
  readonly object: T;
}

function errorOf(object: unknown): ApiError {
  if (isStatus(object)) return new ApiError(object);
  const message = 'The watch ended with an error that is no Status';
  return new ApiError({ kind: 'Status', apiVersion: 'v1', metadata: {}, status: 'Failure', message, code: 500 });
}

/** @throws ApiError for an ERROR event */
function checked<T>({ type, object }: SentEvent<T>): WatchEvent<T> {
  if (type === 'ERROR') throw errorOf(object);
  return { type, object };
}

/**
 * Reads the events of a watch response: one JSON document per line, or what a server in this process has handed over. A
 * line that a broken connection cut off is dropped.
 * @throws ApiError for an ERROR event; the stream's error when the connection breaks
 */
export async function* readWatchEvents<T>(
  response: Response,
  signal?: AbortSignal,
): AsyncGenerator<WatchEvent<T>, void, void> {
  if (!response.body) return;
  const reader: ReadableStreamDefaultReader<Uint8Array | HandedEvent> = response.body.getReader();
  const decoder = new TextDecoder();
  let rest = '';
  const cancel = (): Promise<void> => reader.cancel().catch(() => undefined);
  const onAbort = (): void => void cancel();
  // The stream need not end with its request: a response that was made in this process does not know the signal.
  signal?.addEventListener('abort', onAbort);
  if (signal?.aborted) onAbort();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      if (value instanceof HandedEvent) {
        yield checked(value as SentEvent<T>);
        continue;
      }
      const lines = (rest + decoder.decode(value, { stream: true })).split('\n');
      rest = lines.pop() ?? '';
      for (const line of lines) if (line.trim() !== '') yield checked(JSON.parse(line) as SentEvent<T>);
    }
  } finally {
    // Cancels the watch on the server when the loop ends early: events that are not read would queue there.
    signal?.removeEventListener('abort', onAbort);
    await cancel();
  }
}
