/** A response whose body can be broken off, as by a lost connection. */
export class BreakableResponse {
  readonly response: Response;
  readonly #reader: ReadableStreamDefaultReader<Uint8Array<ArrayBuffer>> | undefined;
  readonly #onEnd: () => void;
  #controller: ReadableStreamDefaultController<Uint8Array<ArrayBuffer>> | undefined;
  #isOver = false;

  /** @param onEnd called when the body has ended, was canceled or broken */
  constructor(answered: Response, onEnd: () => void) {
    this.#onEnd = onEnd;
    this.#reader = answered.body?.getReader();
    const body = new ReadableStream<Uint8Array<ArrayBuffer>>(
      {
        start: (controller) => {
          this.#controller = controller;
        },
        pull: () => this.#pull(),
        cancel: (reason) => {
          this.#end();
          return this.#reader?.cancel(reason);
        },
      },
      { highWaterMark: 0 },
    );
    const { status, statusText, headers } = answered;
    this.response = new Response(body, { status, statusText, headers });
  }

  break(error: Error): void {
    if (this.#isOver) return;
    this.#end();
    this.#controller?.error(error);
    // The server must learn that nobody reads any more; the reader has already failed.
    this.#reader?.cancel(error).catch(() => undefined);
  }

  async #pull(): Promise<void> {
    const { done = true, value } = (await this.#reader?.read()) ?? {};
    if (this.#isOver) return;
    if (value) this.#controller?.enqueue(value);
    if (!done) return;
    this.#end();
    this.#controller?.close();
  }

  #end(): void {
    this.#isOver = true;
    this.#onEnd();
  }
}
