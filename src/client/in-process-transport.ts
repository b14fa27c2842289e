import type { WriteCause } from '../api/debug/causes.ts';
import { parseJson } from '../api/encoding/exact-json.ts';
import type { ApiRequest, ApiResponse, RequestBody, RequestHeaders } from '../api/messages/api-messages.ts';
import { isSuccess } from '../api/messages/api-response.ts';
import { responseText } from '../api/messages/body-text.ts';
import { givenBody } from '../api/messages/given-body.ts';
import { HeaderList } from '../api/messages/header-list.ts';
import { type ApiError, apiErrorFor } from './api-error.ts';
import type { ClientRequest, Transport } from './transport.ts';
import { warningTexts } from './warning-header.ts';

/** The target of an in-process transport. */
export interface InProcessOptions {
  readonly answer: (request: ApiRequest) => Promise<ApiResponse>;
  /** Whether the client accepts frozen objects that it shares with the server, instead of copies. Default false. */
  readonly takesObjects?: boolean;
  /** Whether messages of errors end with the verb and path of the request. Default true. */
  readonly namesRequests?: boolean;
  /** Sends a Fetch request, for responses that are not objects. */
  readonly request: Transport['request'];
}

/** Returns a transport that passes objects without HTTP. */
export function inProcessTransport(options: InProcessOptions): Transport {
  const { answer, takesObjects = false, namesRequests = true, request } = options;
  const errorOf = (response: ApiResponse, text: string, { method, target }: ClientRequest): ApiError =>
    apiErrorFor(response, text, namesRequests ? `${method} ${target.replace(/\?.*$/, '')}` : undefined);
  return {
    request,
    async send(sent, warn) {
      const response = await answer(new InProcessRequest(sent, takesObjects));
      if (response.body?.kind === 'shared') return response.body.object;
      const text = await responseText(response.body);
      if (warn) passWarnings(response, warn);
      if (!isSuccess(response)) throw errorOf(response, text, sent);
      // Copies are as `fetch` gives them, so that JSON.stringify takes them: without bigints.
      return takesObjects ? parseJson(text) : JSON.parse(text);
    },
    async watch(sent) {
      const response = await answer(new InProcessRequest(sent, takesObjects));
      const { body } = response;
      if (!isSuccess(response)) throw errorOf(response, await responseText(body), sent);
      if (body?.kind === 'events') return body.events;
      return body?.kind === 'chunks' ? body.chunks : undefined;
    },
  };
}

function passWarnings({ headers }: ApiResponse, warn: (texts: readonly string[]) => void): void {
  const warnings = warningTexts(headers);
  if (warnings.length > 0) warn(warnings);
}

/** Cache of header lists by the frozen header objects that clients reuse for nearly every request. */
const known = new WeakMap<ClientRequest['headers'], HeaderList>();

function headersOf(given: ClientRequest['headers']): HeaderList {
  let headers = known.get(given);
  if (!headers) {
    headers = new HeaderList(given);
    if (Object.isFrozen(given)) known.set(given, headers);
  }
  return headers;
}

/** An in-process request. Its signal is created on demand, because creating one is slow. */
class InProcessRequest implements ApiRequest {
  readonly method: string;
  readonly origin = 'http://localhost';
  readonly target: string;
  readonly headers: RequestHeaders;
  readonly body: RequestBody;
  readonly takesObjects: boolean;
  readonly cause: WriteCause | undefined;
  #signal: AbortSignal | undefined;

  constructor({ method, target, headers, signal, body, cause }: ClientRequest, takesObjects: boolean) {
    this.method = method;
    this.target = target;
    this.headers = headersOf(headers);
    this.body = bodyOf(body);
    this.takesObjects = takesObjects;
    this.cause = cause;
    this.#signal = signal;
  }

  get signal(): AbortSignal {
    this.#signal ??= new AbortController().signal;
    return this.#signal;
  }
}

function bodyOf(body: string | object | undefined): RequestBody {
  if (body === undefined) return undefined;
  return typeof body === 'string' ? { kind: 'text', text: body } : givenBody(body);
}
