import { isStatus } from '../api/status.ts';
import { ApiError } from './api-error.ts';

/** One line of a watch's stream. */
export interface WatchEvent<T> {
  readonly type: 'ADDED' | 'MODIFIED' | 'DELETED' | 'BOOKMARK';
  readonly object: T;
}

/**
 * Reads a watch's answer, one JSON document a line. A line that a broken connection cut short is no event.
 * @throws ApiError for an ERROR event; what the stream throws when the connection breaks.
 */
export async function* readWatchEvents<T>(response: Response): AsyncGenerator<WatchEvent<T>, void, void> {
  for await (const line of linesOf(response)) {
    const event = JSON.parse(line) as { type: WatchEvent<T>['type'] | 'ERROR'; object: T };
    if (event.type === 'ERROR') throw errorOf(event.object);
    yield { type: event.type, object: event.object };
  }
}

function errorOf(object: unknown): ApiError {
  if (isStatus(object)) return new ApiError(object);
  const message = 'The watch ended with an error that is no Status';
  return new ApiError({ kind: 'Status', apiVersion: 'v1', metadata: {}, status: 'Failure', message, code: 500 });
}

/** Whole lines only: what follows the last line break when the stream ends is dropped. */
async function* linesOf(response: Response): AsyncGenerator<string, void, void> {
  if (!response.body) return;
  const reader = response.body.getReader();
  const decoder = new TextDecoder();
  let rest = '';
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      const lines = (rest + decoder.decode(value, { stream: true })).split('\n');
      rest = lines.pop() ?? '';
      for (const line of lines) if (line.trim() !== '') yield line;
    }
  } finally {
    // Leaving the loop early must tell the server: a watcher that nobody reads fills its queue.
    await reader.cancel().catch(() => undefined);
  }
}
