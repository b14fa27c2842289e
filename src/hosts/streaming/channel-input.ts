/** Maximum number of unread bytes of input. Beyond that, nothing more is read from the client. */
const WAITING_INPUT = 16 * 1024 * 1024;

/** A client's input on a channel, for one reader. Input without a reader is dropped. */
export class ChannelInput implements AsyncIterable<Uint8Array> {
  readonly #chunks: Uint8Array[] = [];
  #size = 0;
  #isOver = false;
  #isDropped = false;
  /** Called when there is more to read, and when more can be accepted. */
  #wakeReader: () => void = () => undefined;
  #wakeWriter: () => void = () => undefined;

  /** Adds input. Returns a promise when further input has to wait for the reader. */
  push(data: Uint8Array): Promise<void> | undefined {
    if (this.#isOver || this.#isDropped) return undefined;
    this.#chunks.push(data);
    this.#size += data.length;
    this.#wakeReader();
    if (this.#size < WAITING_INPUT) return undefined;
    return new Promise((resolve) => {
      this.#wakeWriter = resolve;
    });
  }

  /** Ends the input after the data that was added. */
  end(): void {
    this.#isOver = true;
    this.#wakeReader();
    this.#wakeWriter();
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Uint8Array, void, void> {
    try {
      for (;;) {
        const chunk = this.#chunks.shift();
        if (chunk) {
          this.#size -= chunk.length;
          this.#wakeWriter();
          yield chunk;
        } else if (this.#isOver) return;
        else
          await new Promise<void>((resolve) => {
            this.#wakeReader = resolve;
          });
      }
    } finally {
      this.#isDropped = true;
      this.#chunks.length = 0;
      this.#wakeWriter();
    }
  }
}
