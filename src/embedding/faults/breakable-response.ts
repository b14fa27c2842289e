import type { ApiResponse, ChunksBody } from '../../api/messages/api-messages.ts';

/** A response whose body can be cut off, as by a lost connection. */
export class BreakableResponse {
  readonly response: ApiResponse;
  readonly #chunks: ChunksBody['chunks'];
  readonly #onEnd: () => void;
  /** Rejects the pending read. */
  #reject: (error: Error) => void = () => undefined;
  #error: Error | undefined;
  #isOver = false;

  /** @param onEnd called when the body has ended, or was canceled or broken */
  constructor(answered: ApiResponse, { chunks }: ChunksBody, onEnd: () => void) {
    const { status, statusText, headers } = answered;
    this.#chunks = chunks;
    this.#onEnd = onEnd;
    const breakable = { next: () => this.#next(), cancel: () => this.#cancel() };
    this.response = { status, statusText, headers, body: { kind: 'chunks', chunks: breakable } };
  }

  break(error: Error): void {
    if (this.#isOver) return;
    this.#error = error;
    this.#reject(error);
    this.#cancel();
  }

  #next(): Promise<Uint8Array | undefined> {
    if (this.#error) return Promise.reject(this.#error);
    return new Promise((resolve, reject) => {
      this.#reject = reject;
      this.#chunks.next().then((chunk) => {
        if (!chunk) this.#end();
        resolve(chunk);
      }, reject);
    });
  }

  /** Informs the server that nothing reads the response any more. */
  #cancel(): void {
    this.#end();
    this.#chunks.cancel();
  }

  #end(): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#onEnd();
  }
}
