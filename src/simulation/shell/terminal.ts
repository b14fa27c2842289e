import type { Input } from './input.ts';
import type { ProcessStreams } from './process.ts';

const encoder = new TextEncoder();

/**
 * The terminal handling of the kernel: input is echoed and edited by line, control characters interrupt programs and
 * end the input, and all output goes to one stream with carriage returns.
 */
export class Terminal {
  readonly #streams: ProcessStreams;
  readonly #input: Input;
  readonly #decoder = new TextDecoder();
  #line = '';

  constructor(streams: ProcessStreams, input: Input) {
    this.#streams = streams;
    this.#input = input;
  }

  write(data: string | Uint8Array): Promise<void> {
    const text = typeof data === 'string' ? data : new TextDecoder().decode(data);
    return this.#streams.stdout(text.replaceAll('\n', '\r\n'));
  }

  async type(data: Uint8Array): Promise<void> {
    for (const character of this.#decoder.decode(data, { stream: true })) await this.#press(character);
  }

  async #press(character: string): Promise<void> {
    switch (character) {
      case '\r':
      case '\n':
        await this.write('\n');
        return this.#submit('\n');
      case '\x03':
        await this.write('^C\n');
        this.#line = '';
        return this.#input.interrupt();
      case '\x04':
        return this.#submit('');
      case '\b':
      case '\x7f':
        if (this.#line === '') return;
        this.#line = [...this.#line].slice(0, -1).join('');
        return this.write('\b \b');
      default:
        this.#line += character;
        return this.write(character);
    }
  }

  #submit(end: string): void {
    this.#input.push(encoder.encode(this.#line + end));
    this.#line = '';
  }
}
