import type { HandedEvent } from '../api/encoding/handed-event.ts';
import type { ChunkSource } from '../api/messages/api-messages.ts';
import { chunksOfStream } from '../api/messages/streams.ts';
import { isStatus } from '../api/status.ts';
import { ApiError, clientFailure } from './api-error.ts';

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
  return new ApiError(clientFailure(500, 'The watch ended with an error that is no Status'));
}

/** @throws ApiError for an ERROR event */
function eventOf<T>(sent: string | HandedEvent): WatchEvent<T> {
  const { type, object } = (typeof sent === 'string' ? JSON.parse(sent) : sent) as SentEvent<T>;
  if (type === 'ERROR') throw errorOf(object);
  return { type, object };
}

/**
 * Reads the events of a watch response: one JSON document per line, or objects from a server in this process. A line
 * that a broken connection truncated is dropped.
 * @throws ApiError for an ERROR event; the stream's error when the connection breaks
 */
export const readWatchEvents = <T>(
  response: Response,
  signal?: AbortSignal,
): AsyncGenerator<WatchEvent<T>, void, void> =>
  eventsOf(async () => (response.body ? chunksOfStream(response.body) : undefined), signal);

/** Like `readWatchEvents`, for a response that is requested when the first event is read. */
export const eventsOf = <T>(respond: Respond, signal?: AbortSignal): AsyncGenerator<WatchEvent<T>, void, void> =>
  new WatchEvents<T>(readBursts(respond, signal));

/** Splits bursts into single events. A generator would delay each event by several microtasks. */
class WatchEvents<T> implements AsyncGenerator<WatchEvent<T>, void, void> {
  readonly #bursts: AsyncGenerator<Burst, void, void>;
  #queue: Burst = [];
  /** The position of the next event in the queue. */
  #position = 0;

  constructor(bursts: AsyncGenerator<Burst, void, void>) {
    this.#bursts = bursts;
  }

  async next(): Promise<IteratorResult<WatchEvent<T>, void>> {
    if (this.#position === this.#queue.length) await this.#receive();
    const sent = this.#queue[this.#position];
    if (sent === undefined) return { done: true, value: undefined };
    this.#position += 1;
    try {
      return { done: false, value: eventOf<T>(sent) };
    } catch (error) {
      await this.return();
      throw error;
    }
  }

  return(): Promise<IteratorResult<WatchEvent<T>, void>> {
    this.#queue = [];
    this.#position = 0;
    return this.#bursts.return() as Promise<IteratorReturnResult<void>>;
  }

  async throw(error: unknown): Promise<never> {
    await this.return();
    throw error;
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  /** Each concurrent call waits for a separate burst, and then takes its event in order. */
  async #receive(): Promise<void> {
    const { done, value } = await this.#bursts.next();
    if (done) return;
    const isRead = this.#position === this.#queue.length;
    this.#queue = isRead ? value : [...this.#queue.slice(this.#position), ...value];
    this.#position = 0;
  }
}

type Respond = () => Promise<ChunkSource<Uint8Array | Burst> | undefined>;

/** The content of a response chunk: lines, or events of an in-process server. */
export type Burst = readonly (string | HandedEvent)[];

/** Yields the bursts that are not empty. */
async function* readBursts(respond: Respond, signal: AbortSignal | undefined): AsyncGenerator<Burst, void, void> {
  const chunks = await respond();
  if (!chunks) return;
  const decoder = new TextDecoder();
  let rest = '';
  const cancel = (): void => chunks.cancel();
  // Aborting the request may not end the stream: an in-process response does not observe the signal.
  signal?.addEventListener('abort', cancel);
  if (signal?.aborted) cancel();
  try {
    for (;;) {
      const chunk = await chunks.next();
      if (!chunk) return;
      if (!('byteLength' in chunk)) {
        yield chunk;
        continue;
      }
      const lines = (rest + decoder.decode(chunk, { stream: true })).split('\n');
      rest = lines.pop() ?? '';
      const whole = lines.filter((line) => line.trim() !== '');
      if (whole.length > 0) yield whole;
    }
  } finally {
    // Cancels the watch on the server when the loop ends early. Otherwise, unread events would queue there.
    signal?.removeEventListener('abort', cancel);
    cancel();
  }
}
