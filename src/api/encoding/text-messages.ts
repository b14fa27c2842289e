import type { HeaderList } from '../messages/header-list.ts';
import { parseJson } from './exact-json.ts';
import { goJson } from './go-json.ts';
import { JsonBody } from './json-body.ts';
import { TextHeaders } from './text-headers.ts';
import { utf8Bytes } from './utf8.ts';

/** The body of a message between a client and a server in one process: it stays text and can be read often. */
abstract class TextMessage implements Body {
  abstract readonly headers: Headers;
  /** The text of the body; null without one. */
  protected abstract readonly content: string | null;

  get bodyUsed(): boolean {
    return false;
  }

  get body(): ReadableStream<Uint8Array<ArrayBuffer>> | null {
    const { content } = this;
    return content === null ? null : new Blob([content]).stream();
  }
  async arrayBuffer(): Promise<ArrayBuffer> {
    const { buffer, byteOffset, byteLength } = await this.bytes();
    return byteLength === buffer.byteLength ? buffer : buffer.slice(byteOffset, byteOffset + byteLength);
  }
  async bytes(): Promise<Uint8Array<ArrayBuffer>> {
    return utf8Bytes(this.content ?? '');
  }
  async blob(): Promise<Blob> {
    return new Blob([this.content ?? ''], { type: this.headers.get('content-type') ?? '' });
  }
  formData(): Promise<FormData> {
    return new Response(this.content, { headers: this.headers }).formData();
  }
  async text(): Promise<string> {
    return this.content ?? '';
  }
  async json(): Promise<unknown> {
    return parseJson(this.content ?? '');
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
  readonly headers: Headers;
  /** The client takes frozen objects, which it shares with the server. */
  readonly takesObjects: boolean;
  /** The body, when the client has handed over its value; undefined for text. */
  readonly jsonBody: JsonBody | undefined;
  readonly #text: string | null;
  #signal: AbortSignal | null | undefined;

  /** @param body instead of that of `init` */
  constructor(
    url: string,
    init: TextRequestInit = {},
    takesObjects = false,
    body: string | JsonBody | null = init.body ?? null,
  ) {
    super();
    this.url = url;
    this.method = init.method ?? 'GET';
    this.headers = new TextHeaders(init.headers);
    this.takesObjects = takesObjects;
    this.jsonBody = body instanceof JsonBody ? body : undefined;
    this.#text = body instanceof JsonBody ? null : body;
    this.#signal = init.signal;
  }

  /** The body, when it is a text. */
  get givenText(): string | null {
    return this.#text;
  }

  protected get content(): string | null {
    return this.jsonBody ? this.jsonBody.text : this.#text;
  }

  get signal(): AbortSignal {
    this.#signal ??= new AbortController().signal;
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
    const { url, method, headers, signal, takesObjects, content } = this;
    return new TextRequest(url, { method, headers, signal }, takesObjects, content);
  }
}

/** A response to a text request. */
abstract class InProcessResponse extends TextMessage implements Response {
  abstract readonly status: number;
  abstract readonly statusText: string;

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
    const { content, status, statusText, headers } = this;
    return new TextResponse(content, { status, statusText, headers });
  }
}

/** A response whose body stays text, as that of the request. */
export class TextResponse extends InProcessResponse {
  readonly status: number;
  readonly statusText: string;
  readonly headers: Headers;
  protected readonly content: string | null;

  constructor(text: string | null, { status = 200, statusText = '', headers }: ResponseInit = {}) {
    super();
    this.status = status;
    this.statusText = statusText;
    this.headers = new TextHeaders(headers);
    this.content = text;
  }
}

/**
 * The response to a client that takes objects: nobody writes or parses the text of its object. A success without warnings, so
 * that few clients read its headers, which are made only then.
 */
export class ObjectResponse extends InProcessResponse {
  readonly status: number;
  /** Frozen, because the server shares it. What `json` returns a promise of. */
  readonly object: unknown;
  readonly #given: HeaderList;
  #headers: Headers | undefined;

  constructor(object: unknown, status: number, headers: HeaderList) {
    super();
    this.object = object;
    this.status = status;
    this.#given = headers;
  }

  get statusText(): string {
    return '';
  }

  get headers(): Headers {
    this.#headers ??= new TextHeaders([...this.#given]);
    return this.#headers;
  }

  protected override get content(): string {
    return `${goJson(this.object)}\n`;
  }

  override async json(): Promise<unknown> {
    return this.object;
  }
}
