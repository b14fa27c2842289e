import { utf8Bytes } from './utf8.ts';

/**
 * A request whose body stays text, from a client in the process of its server. Fetch makes a stream of every body, which
 * takes longer than reading most of them.
 */
export class TextRequest extends Request {
  readonly #body: TextBody | undefined;

  constructor(url: string, { body, ...init }: Omit<RequestInit, 'body'> & { readonly body?: string | null } = {}) {
    super(url, init);
    this.#body = typeof body === 'string' ? new TextBody(body) : undefined;
  }

  override get body(): ReadableStream<Uint8Array<ArrayBuffer>> | null {
    return this.#body ? this.#body.stream() : super.body;
  }
  override async arrayBuffer(): Promise<ArrayBuffer> {
    return this.#body ? this.#body.buffer() : super.arrayBuffer();
  }
  override async bytes(): Promise<Uint8Array<ArrayBuffer>> {
    return this.#body ? this.#body.bytes() : super.bytes();
  }
  override async blob(): Promise<Blob> {
    return this.#body ? this.#body.blob(this.headers) : super.blob();
  }
  override async text(): Promise<string> {
    return this.#body ? this.#body.text : super.text();
  }
  override async json(): Promise<unknown> {
    return this.#body ? JSON.parse(this.#body.text) : super.json();
  }
  /** The body of a clone may be read as often as that of the request. */
  override clone(): Request {
    const { method, headers, signal } = this;
    return new TextRequest(this.url, { method, headers, signal, body: this.#body?.text ?? null });
  }
}

/** The response to a text request: its body stays text, too. */
export class TextResponse extends Response {
  readonly #body: TextBody;

  constructor(text: string, init: ResponseInit = {}) {
    super(null, init);
    this.#body = new TextBody(text);
  }

  override get body(): ReadableStream<Uint8Array<ArrayBuffer>> {
    return this.#body.stream();
  }
  override async arrayBuffer(): Promise<ArrayBuffer> {
    return this.#body.buffer();
  }
  override async bytes(): Promise<Uint8Array<ArrayBuffer>> {
    return this.#body.bytes();
  }
  override async blob(): Promise<Blob> {
    return this.#body.blob(this.headers);
  }
  override async text(): Promise<string> {
    return this.#body.text;
  }
  override async json(): Promise<unknown> {
    return JSON.parse(this.#body.text);
  }
  override clone(): Response {
    const { status, statusText, headers } = this;
    return new TextResponse(this.#body.text, { status, statusText, headers });
  }
}

class TextBody {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }

  bytes(): Uint8Array<ArrayBuffer> {
    return utf8Bytes(this.text);
  }
  buffer(): ArrayBuffer {
    const { buffer, byteOffset, byteLength } = this.bytes();
    return byteLength === buffer.byteLength ? buffer : buffer.slice(byteOffset, byteOffset + byteLength);
  }
  blob(headers: Headers): Blob {
    return new Blob([this.text], { type: headers.get('content-type') ?? '' });
  }
  stream(): ReadableStream<Uint8Array<ArrayBuffer>> {
    return new Blob([this.text]).stream();
  }
}
