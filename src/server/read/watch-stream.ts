import { isBytes } from '../../api/realms.ts';
import type { EncodedEvent } from '../http/event-framing.ts';

/**
 * The most events queued for a stream that is not read. Beyond that, the watch ends without an error, as on the real
 * server: the client continues from the last event that it has received.
 */
export const MAXIMUM_EVENTS = 10_000;
const MAXIMUM_BYTES = 64 * 1024 * 1024;

/** The body of a watch. Events wait in a bounded queue and are sent in bursts, as fast as they are read. */
export class WatchStream {
  readonly body: ReadableStream<Uint8Array>;
  #controller: ReadableStreamDefaultController<Uint8Array> | undefined;
  #waiting: EncodedEvent[] = [];
  #bytes = 0;
  #isScheduled = false;
  #isEnding = false;
  #isOver = false;
  /** Called when the queue is empty. */
  #drained: () => void = () => undefined;
  readonly #onEnd: () => void;

  /** @param onEnd called once, when nothing more will be sent */
  constructor(onEnd: () => void) {
    this.#onEnd = onEnd;
    this.body = new ReadableStream<Uint8Array>({
      start: (controller) => {
        this.#controller = controller;
      },
      pull: () => this.#flush(),
      cancel: () => this.#over(),
    });
  }

  get isEnded(): boolean {
    return this.#isEnding || this.#isOver;
  }

  /** @param isBounded false for the objects that exist when a watch starts, which the client requested all at once */
  send(events: readonly EncodedEvent[], isBounded = true): void {
    if (this.isEnded) return;
    for (const event of events) {
      this.#waiting.push(event);
      this.#bytes += event.length;
    }
    if (isBounded && (this.#waiting.length > MAXIMUM_EVENTS || this.#bytes > MAXIMUM_BYTES)) {
      this.#waiting = [];
      this.end();
      return;
    }
    if (this.#isScheduled) return;
    this.#isScheduled = true;
    // Once per burst, so that everything else committed in the same turn is included.
    queueMicrotask(() => {
      this.#isScheduled = false;
      this.#flush();
    });
  }

  /** Resolves when everything sent has been handed to the reader, or the stream has ended. */
  async drained(): Promise<void> {
    if (this.#waiting.length === 0 || this.isEnded) return;
    await new Promise<void>((resolve) => {
      this.#drained = resolve;
    });
  }

  /** Sends the queue and an optional last event, and ends the stream. */
  end(last?: EncodedEvent): void {
    if (this.isEnded) return;
    if (last) this.#waiting.push(last);
    this.#isEnding = true;
    this.#flush();
  }

  #flush(): void {
    if (this.#isOver || !this.#controller) return;
    if (this.#waiting.length > 0 && (this.#isEnding || (this.#controller.desiredSize ?? 0) > 0)) {
      const burst = this.#waiting;
      // Emptied first, because enqueueing can synchronously request more.
      this.#waiting = [];
      this.#bytes = 0;
      this.#controller.enqueue(chunkOf(burst));
      this.#drained();
    }
    if (this.#isOver) return;
    if (!this.#isEnding) return;
    this.#controller.close();
    this.#over();
  }

  #over(): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#waiting = [];
    this.#drained();
    this.#onEnd();
  }
}

/** Bytes are joined. Handed events are a chunk that only a client in this process understands. */
function chunkOf(burst: readonly EncodedEvent[]): Uint8Array {
  const bytes = burst.filter((event) => isBytes(event));
  return bytes.length === burst.length ? joined(bytes) : (burst as unknown as Uint8Array);
}

function joined(chunks: readonly Uint8Array[]): Uint8Array {
  const [only] = chunks;
  if (only && chunks.length === 1) return only.slice();
  const whole = new Uint8Array(chunks.reduce((sum, chunk) => sum + chunk.length, 0));
  let offset = 0;
  for (const chunk of chunks) {
    whole.set(chunk, offset);
    offset += chunk.length;
  }
  return whole;
}
