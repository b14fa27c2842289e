import { JsonBody } from './json-body.ts';
import { TextHeaders } from './text-headers.ts';
import { utf8Bytes } from './utf8.ts';

/** A text, or how to get it when it is needed. */
type Text = string | null | (() => string);

/** The body of a message between a client and a server in one process: it stays text and can be read often. */
abstract class TextMessage implements Body {
  #source: Text;
  readonly headers: Headers;

  constructor(text: Text, headers: HeadersInit | undefined) {
    this.#source = text;
    this.headers = new TextHeaders(headers);
  }

  get bodyUsed(): boolean {
    return false;
  }

  get #text(): string | null {
    if (typeof this.#source === 'function') this.#source = this.#source();
    return this.#source;
  }

  get body(): ReadableStream<Uint8Array<ArrayBuffer>> | null {
    return this.#text === null ? null : new Blob([this.#text]).stream();
  }
  async arrayBuffer(): Promise<ArrayBuffer> {
    const { buffer, byteOffset, byteLength } = await this.bytes();
    return byteLength === buffer.byteLength ? buffer : buffer.slice(byteOffset, byteOffset + byteLength);
  }
  async bytes(): Promise<Uint8Array<ArrayBuffer>> {
    return utf8Bytes(this.#text ?? '');
  }
  async blob(): Promise<Blob> {
    return new Blob([this.#text ?? ''], { type: this.headers.get('content-type') ?? '' });
  }
  formData(): Promise<FormData> {
    return new Response(this.#text, { headers: this.headers }).formData();
  }
  async text(): Promise<string> {
    return this.#text ?? '';
  }
  async json(): Promise<unknown> {
    return JSON.parse(this.#text ?? '');
  }
}

export type TextRequestInit = Omit<RequestInit, 'body'> & { readonly body?: string | JsonBody | null };

/**
 * A request whose body stays text, from a client in the process of its server. It is no request of the platform: to create
 * one, with a stream and a signal, takes longer than to answer most of them.
 */
export class TextRequest extends TextMessage implements Request {
  readonly url: string;
  readonly method: string;
  /** The client takes frozen objects, which it shares with the server. */
  readonly takesObjects: boolean;
  /** The body, when the client has handed over its value; undefined for text. */
  readonly jsonBody: JsonBody | undefined;
  readonly #init: TextRequestInit;
  #signal: AbortSignal | undefined;

  constructor(url: string, init: TextRequestInit = {}, takesObjects = false) {
    const { body } = init;
    super(body instanceof JsonBody ? () => body.text : (body ?? null), init.headers);
    this.jsonBody = body instanceof JsonBody ? body : undefined;
    this.url = url;
    this.method = init.method ?? 'GET';
    this.takesObjects = takesObjects;
    this.#init = init;
  }

  get signal(): AbortSignal {
    this.#signal ??= this.#init.signal ?? new AbortController().signal;
    return this.#signal;
  }
  get cache(): RequestCache {
    return 'default';
  }
  get credentials(): RequestCredentials {
    return 'same-origin';
  }
  get destination(): RequestDestination {
    return '';
  }
  get integrity(): string {
    return '';
  }
  get keepalive(): boolean {
    return false;
  }
  get mode(): RequestMode {
    return 'cors';
  }
  get redirect(): RequestRedirect {
    return 'follow';
  }
  get referrer(): string {
    return '';
  }
  get referrerPolicy(): ReferrerPolicy {
    return '';
  }

  /** The body of a clone may be read as often as that of the request. */
  clone(): Request {
    const body = this.jsonBody?.text ?? this.#init.body ?? null;
    const init = { ...this.#init, body, headers: this.headers, signal: this.signal };
    return new TextRequest(this.url, init, this.takesObjects);
  }
}

/** The response to a text request: its body stays text, too. */
export class TextResponse extends TextMessage implements Response {
  readonly status: number;
  readonly statusText: string;
  readonly #text: Text;

  constructor(text: Text, { status = 200, statusText = '', headers }: ResponseInit = {}) {
    super(text, headers);
    this.status = status;
    this.statusText = statusText;
    this.#text = text;
  }

  get ok(): boolean {
    return this.status >= 200 && this.status <= 299;
  }
  get redirected(): boolean {
    return false;
  }
  get type(): ResponseType {
    return 'default';
  }
  get url(): string {
    return '';
  }

  clone(): Response {
    const { status, statusText, headers } = this;
    return new TextResponse(this.#text, { status, statusText, headers });
  }
}

/** The response to a client that takes objects: nobody writes or parses the text of its object. */
export class ObjectResponse extends TextResponse {
  readonly #object: unknown;

  /** @param object frozen, because the server shares it */
  constructor(object: unknown, init: ResponseInit) {
    super(() => `${JSON.stringify(object)}\n`, init);
    this.#object = object;
  }

  override async json(): Promise<unknown> {
    return this.#object;
  }
}
