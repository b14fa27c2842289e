import { writeJson } from '../api/encoding/exact-json.ts';
import type { Fetch } from '../api/environment.ts';
import { chunksOfStream } from '../api/messages/streams.ts';
import { apiErrorOf } from './api-error.ts';
import type { Transport } from './transport.ts';
import { warningTexts } from './warning-header.ts';

/** The server's address, and how requests are sent. */
export interface ApiClientOptions {
  /** Sends the requests: `(request) => fetch(request)`, or the `fetch` of a server. */
  readonly fetch: Fetch;
  /** Creates the requests; `new Request` by default. */
  readonly createRequest?: (url: string, init: RequestInit) => Request;
  /** The base URL of the API without a trailing slash: `http://127.0.0.1:8080`. */
  readonly baseUrl: string;
  /** Returns the headers for credentials and impersonation. Called for every request. */
  readonly headers?: () => Readonly<Record<string, string>> | Headers;
  /** The field manager of writes that name none. By default, the server derives it from the user agent. */
  readonly fieldManager?: string;
  /** Called with the texts of a response's Warning headers. */
  readonly onWarnings?: (texts: readonly string[], request: Request) => void;
  /** Whether messages of errors end with the verb and path of the request. Default true. */
  readonly namesRequests?: boolean;
}

/** Avoids a copy of plain headers. */
const headerEntries = (headers: HeadersInit = {}): Iterable<[string, string]> =>
  Symbol.iterator in headers ? new Headers(headers) : Object.entries(headers);

const verbAndPath = ({ method, url }: Request): string => `${method} ${new URL(url).pathname}`;

/** Returns a transport that uses Fetch. */
export function httpTransport(options: Omit<ApiClientOptions, 'fieldManager'>): Transport {
  const { fetch, baseUrl, headers, onWarnings, namesRequests = true } = options;
  const { createRequest = (url, init) => new Request(url, init) } = options;

  function withCredentials(given: HeadersInit | undefined): Headers {
    const all = new Headers(headers?.());
    for (const [name, value] of headerEntries(given)) all.set(name, value);
    if (!all.has('accept')) all.set('accept', 'application/json');
    return all;
  }

  /** Sends a request, and passes on the warnings of its response. */
  async function exchange(target: string, init: RequestInit, warn = onWarnings): Promise<Response> {
    const sent = createRequest(baseUrl + target, init);
    const response = await fetch(sent);
    const warnings = warningTexts(response.headers);
    if (warnings.length > 0) warn?.(warnings, sent);
    if (response.ok) return response;
    throw await apiErrorOf(response, namesRequests ? verbAndPath(sent) : undefined);
  }

  const request = (path: string, init: RequestInit = {}): Promise<Response> =>
    exchange(path, { ...init, headers: withCredentials(init.headers) });

  return {
    request,
    async send({ method, target, headers: given, signal, body }, warn) {
      const init = { method, signal: signal ?? null, headers: headers ? withCredentials(given) : given };
      const text = typeof body === 'object' ? writeJson(body) : body;
      const response = await exchange(target, text === undefined ? init : { ...init, body: text }, warn);
      return response.json();
    },
    async watch({ target, headers: given, signal = null }) {
      const { body } = await request(target, { signal, headers: given });
      return body ? chunksOfStream(body) : undefined;
    },
  };
}
