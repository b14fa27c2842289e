import { divideLine, textOf } from './program.ts';

/** The standard input of a process and the programs that it starts, which read from it in turn. */
export class Input {
  #chunks: Uint8Array[] = [];
  #isEnded = false;
  #isLeft = false;
  #isAwaited = false;
  #wake: () => void = () => undefined;
  #isClosed = false;
  #interrupt: () => void = () => undefined;

  /** Adds input. An empty chunk is the end of the current input at a terminal. */
  push(chunk: Uint8Array): void {
    this.#chunks.push(chunk);
    this.#wake();
  }

  end(): void {
    this.#isEnded = true;
    this.#wake();
  }

  /** Ends all running programs as soon as they wait for more input. */
  leave(): void {
    this.#isLeft = true;
    this.#wake();
  }

  /** Ends the input and all running programs. */
  close(): void {
    this.#isClosed = true;
    this.#interrupt();
    this.end();
  }

  /** Reports whether the client has disconnected. */
  get isClosed(): boolean {
    return this.#isClosed;
  }

  /** Discards unread input, and interrupts running programs. */
  interrupt(): void {
    this.#chunks = this.#isAwaited ? [new Uint8Array()] : [];
    this.#interrupt();
    this.#wake();
  }

  /** Calls back at each interruption. */
  onInterrupt(callback: () => void): void {
    this.#interrupt = callback;
  }

  /** Returns the available input, or waits for it; undefined at the end. */
  async read(): Promise<Uint8Array | undefined> {
    this.#isAwaited = true;
    while (this.#chunks.length === 0 && !this.#isEnded) {
      if (this.#isLeft) this.close();
      else
        await new Promise<void>((resolve) => {
          this.#wake = resolve;
        });
    }
    this.#isAwaited = false;
    const chunk = this.#chunks.shift();
    return chunk?.length ? chunk : undefined;
  }

  /** Returns the next line with its line feed, which only the last line may lack; undefined at the end. */
  async readLine(): Promise<string | undefined> {
    const parts: Uint8Array[] = [];
    for (let chunk = await this.read(); chunk; chunk = await this.read()) {
      const [line, rest] = divideLine(chunk);
      parts.push(line);
      if (!rest) continue;
      if (rest.length > 0) this.#chunks.unshift(rest);
      break;
    }
    return parts.length ? textOf(parts) : undefined;
  }
}

/** The exit code of an interrupted program. */
export const INTERRUPTED = 130;
