import type { HandedEvent } from '../../api/encoding/handed-event.ts';
import type { ChunksBody, EventsBody } from '../../api/messages/api-messages.ts';
import type { EncodedEvent } from '../http/event-framing.ts';

/**
 * The most events queued for a stream that is not read. Beyond that, the watch ends without an error, as on the real
 * server: the client continues from the last event that it has received.
 */
export const MAXIMUM_EVENTS = 10_000;
const MAXIMUM_BYTES = 64 * 1024 * 1024;

/** The body of a watch. Events wait in a bounded queue and are sent in bursts, as fast as they are read. */
export class WatchStream {
  #waiting: EncodedEvent[] = [];
  #bytes = 0;
  #isScheduled = false;
  #isEnded = false;
  /** Receives the next burst; undefined while no read is pending. */
  #read: ((burst: readonly EncodedEvent[] | undefined) => void) | undefined;
  /** Called when the queue is empty. */
  #drained: () => void = () => undefined;
  readonly #onEnd: () => void;

  /** @param onEnd called once, when nothing more will be sent */
  constructor(onEnd: () => void) {
    this.#onEnd = onEnd;
  }

  get isEnded(): boolean {
    return this.#isEnded;
  }

  /** The body for clients that read bytes. */
  get chunks(): ChunksBody {
    const next = async () => {
      const burst = await this.#next();
      return burst && joined(burst as readonly Uint8Array[]);
    };
    return { kind: 'chunks', chunks: { next, cancel: () => this.#cancel() } };
  }

  /** The body for clients that take objects. */
  get events(): EventsBody {
    const next = () => this.#next() as Promise<readonly HandedEvent[] | undefined>;
    return { kind: 'events', events: { next, cancel: () => this.#cancel() } };
  }

  /** @param isBounded false for the objects that exist when a watch starts, which the client requested all at once */
  send(events: readonly EncodedEvent[], isBounded = true): void {
    if (this.#isEnded) return;
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
    if (this.#waiting.length === 0 || this.#isEnded) return;
    await new Promise<void>((resolve) => {
      this.#drained = resolve;
    });
  }

  /** Hands the queue and an optional last event to the reader, and ends the stream. */
  end(last?: EncodedEvent): void {
    if (this.#isEnded) return;
    if (last) this.#waiting.push(last);
    this.#over();
    this.#flush();
  }

  #next(): Promise<readonly EncodedEvent[] | undefined> {
    return new Promise((resolve) => {
      this.#read = resolve;
      this.#flush();
    });
  }

  #flush(): void {
    const read = this.#read;
    if (!read || (this.#waiting.length === 0 && !this.#isEnded)) return;
    const burst = this.#waiting;
    this.#read = undefined;
    this.#waiting = [];
    this.#bytes = 0;
    read(burst.length > 0 ? burst : undefined);
    this.#drained();
  }

  #cancel(): void {
    this.#waiting = [];
    if (!this.#isEnded) this.#over();
    this.#flush();
  }

  #over(): void {
    this.#isEnded = true;
    this.#drained();
    this.#onEnd();
  }
}

function joined(chunks: readonly Uint8Array[]): Uint8Array {
  const [only] = chunks;
  if (only && chunks.length === 1) return only;
  const whole = new Uint8Array(chunks.reduce((sum, chunk) => sum + chunk.length, 0));
  let offset = 0;
  for (const chunk of chunks) {
    whole.set(chunk, offset);
    offset += chunk.length;
  }
  return whole;
}
