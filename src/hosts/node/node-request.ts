import type { IncomingMessage, ServerResponse } from 'node:http';
import { BoundedMap } from '../../api/memory/bounded-map.ts';
import type { ApiRequest, ChunkSource, RequestBody, RequestHeaders } from '../../api/messages/api-messages.ts';

/** The parts of an address. */
type Address = Pick<ApiRequest, 'origin' | 'target'>;

const HOST = /^(\[[\da-f:.]+\]|[\w-]+(\.[\w-]+)*)(:\d{1,5})?$/i;

/** Origins by scheme and host, empty for invalid ones. Clients use few of them. */
const origins = new BoundedMap<string, string>(100);

const LONGEST_HOST = 200;

/** Methods that no `Request` can have. */
const UNREPRESENTABLE: ReadonlySet<string> = new Set(['CONNECT', 'TRACE', 'TRACK']);

/** Reports whether the server supports a method at all. */
export const isKnownMethod = (method = 'GET'): boolean => !UNREPRESENTABLE.has(method);

/** Reports whether a request target is a path, the `*` of OPTIONS, or the address of an HTTP server. */
export const isTarget = (target: string): boolean =>
  target.startsWith('/') || target === '*' || /^https?:$/.test(URL.canParse(target) ? new URL(target).protocol : '');

/** Returns the address of a message with a valid target; undefined when its host is invalid. */
export function addressOf({ url = '/', headers, socket }: IncomingMessage): Address | undefined {
  const scheme = 'encrypted' in socket && socket.encrypted ? 'https' : 'http';
  const host = headers.host || headers[':authority']?.toString() || `${localHost(socket)}:${socket.localPort || 80}`;
  if (url.startsWith('/')) return at(scheme, host, url);
  if (url === '*') return at(scheme, host, '/*');
  const named = new URL(url);
  return at(scheme, named.host, named.pathname + named.search);
}

function at(scheme: string, host: string, target: string): Address | undefined {
  const key = `${scheme}://${HOST.test(host) ? host : '_invalid_'}`;
  let origin = origins.get(key);
  if (origin === undefined) {
    origin = URL.canParse(key) ? new URL(key).origin : '';
    if (key.length < LONGEST_HOST) origins.set(key, origin);
  }
  return origin === '' ? undefined : { origin, target };
}

const localHost = ({ localFamily, localAddress }: IncomingMessage['socket']): string | undefined =>
  localFamily === 'IPv6' ? `[${localAddress}]` : localAddress;

/** A request that wraps a message of Node. */
export class NodeRequest implements ApiRequest {
  readonly method: string;
  readonly origin: string;
  readonly target: string;
  readonly headers: RequestHeaders;
  readonly body: RequestBody;
  readonly #outgoing: ServerResponse;
  #signal: AbortSignal | undefined;

  constructor(incoming: IncomingMessage, outgoing: ServerResponse, { origin, target }: Address) {
    this.method = incoming.method ?? 'GET';
    this.origin = origin;
    this.target = target;
    this.headers = new NodeHeaders(incoming.rawHeaders);
    this.body = hasBody(incoming) ? { kind: 'chunks', chunks: new IncomingChunks(incoming) } : undefined;
    this.#outgoing = outgoing;
  }

  get signal(): AbortSignal {
    this.#signal ??= abortedWith(this.#outgoing);
    return this.#signal;
  }
}

function abortedWith(outgoing: ServerResponse): AbortSignal {
  const gone = new AbortController();
  const abort = (): void => {
    if (!outgoing.writableEnded) gone.abort();
  };
  if (outgoing.destroyed) abort();
  else outgoing.once('close', abort);
  return gone.signal;
}

const hasBody = ({ method, headers, httpVersionMajor }: IncomingMessage): boolean =>
  method !== 'GET' &&
  method !== 'HEAD' &&
  (headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined || httpVersionMajor > 1);

/** Headers with the semantics of Fetch. Node drops repeated lines of some names. */
export class NodeHeaders implements RequestHeaders {
  readonly #values = new Map<string, string>();

  /** @param lines alternating names and values */
  constructor(lines: readonly string[]) {
    for (let index = 0; index + 1 < lines.length; index += 2) {
      const name = (lines[index] ?? '').toLowerCase();
      // HTTP/2 includes the method and the address in its headers.
      if (name.startsWith(':')) continue;
      const value = lines[index + 1] ?? '';
      const known = this.#values.get(name);
      this.#values.set(name, known === undefined ? value : `${known}, ${value}`);
    }
  }

  get(name: string): string | null {
    return this.#values.get(name.toLowerCase()) ?? null;
  }

  has(name: string): boolean {
    return this.#values.has(name.toLowerCase());
  }

  set(name: string, value: string): void {
    this.#values.set(name.toLowerCase(), value);
  }

  keys(): Iterable<string> {
    return this.#values.keys();
  }

  /** Sorted by name, as in Fetch. */
  [Symbol.iterator](): IterableIterator<[string, string]> {
    return [...this.#values].sort(([one], [other]) => (one < other ? -1 : 1)).values();
  }
}

/**
 * The body of a message. It is read on demand, and the rest can be abandoned: an iterator of Node would destroy the
 * connection, and with it the response that says why.
 */
class IncomingChunks implements ChunkSource<Uint8Array> {
  readonly #incoming: IncomingMessage;
  /** Ends the wait for the next chunk. */
  #wake: () => void = () => undefined;
  #isCanceled = false;

  constructor(incoming: IncomingMessage) {
    this.#incoming = incoming;
  }

  async next(): Promise<Uint8Array | undefined> {
    while (!this.#isCanceled) {
      const chunk: Uint8Array | null = this.#incoming.read();
      if (chunk) return chunk;
      if (this.#incoming.complete && this.#incoming.readableLength === 0) return undefined;
      if (this.#incoming.destroyed) throw new Error('the client has closed its connection');
      await this.#more();
    }
    return undefined;
  }

  cancel(): void {
    this.#isCanceled = true;
    this.#wake();
  }

  #more(): Promise<void> {
    const incoming = this.#incoming;
    return new Promise((resolve) => {
      const wake = (): void => {
        for (const event of EVENTS) incoming.off(event, wake);
        resolve();
      };
      for (const event of EVENTS) incoming.on(event, wake);
      this.#wake = wake;
    });
  }
}

/** Events after which more of a body, or its end, can be read. */
const EVENTS = ['readable', 'end', 'error', 'close'] as const;
