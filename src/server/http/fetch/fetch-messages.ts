import type { ApiRequest, ApiResponse, ChunkSource, RequestBody } from '../../../api/messages/api-messages.ts';
import { textInMemory } from '../../../api/messages/body-text.ts';
import { HeaderList } from '../../../api/messages/header-list.ts';
import { bodyOfFetch, streamOfChunks } from '../../../api/messages/streams.ts';

/** Returns a function that answers the platform's Requests. */
export const fetchWith =
  <Connection>(answer: (request: ApiRequest, connection?: Connection) => Promise<ApiResponse>) =>
  async (request: Request, connection?: Connection): Promise<Response> =>
    fetchResponse(await answer(requestOfFetch(request), connection));

/** Converts the platform's Request to an ApiRequest. */
export const requestOfFetch = (request: Request): ApiRequest => new FetchRequest(request);

/** A class, because object literals with getters are slow. */
class FetchRequest implements ApiRequest {
  readonly method: string;
  readonly origin: string;
  readonly target: string;
  readonly headers: ApiRequest['headers'];
  readonly body: RequestBody;
  readonly isNavigation: boolean;
  readonly #request: Request;

  constructor(request: Request) {
    const { method, url, headers, mode } = request;
    const path = url.indexOf('/', url.indexOf('//') + 2);
    const end = url.indexOf('#', path);
    this.method = method;
    this.origin = url.slice(0, path);
    this.target = url.slice(path, end < 0 ? undefined : end);
    this.headers = headers;
    this.body = bodyOfFetch(request);
    this.isNavigation = mode === 'navigate';
    this.#request = request;
  }

  get signal(): AbortSignal {
    return this.#request.signal;
  }
}

/** Converts a response to the platform's Response. */
export function fetchResponse({ status, statusText, headers, body }: ApiResponse): Response {
  return new Response(fetchBody(body), { status, statusText, headers: [...headers] });
}

function fetchBody(body: ApiResponse['body']): BodyInit | null {
  if (!body) return null;
  if (body.kind === 'events') throw new Error('events are shared only with clients that take objects');
  if (body.kind === 'chunks') return streamOfChunks(copiesOf(body.chunks));
  return body.kind === 'bytes' ? body.bytes : (textInMemory(body) ?? null);
}

/** Copies shared chunks, because whoever reads a Response may write to them. */
const copiesOf = (chunks: ChunkSource<Uint8Array>): ChunkSource<Uint8Array<ArrayBuffer>> => ({
  next: async () => (await chunks.next())?.slice(),
  cancel: () => chunks.cancel(),
});

/** Converts the platform's Response, such as one of another server, to an ApiResponse. */
export const responseOfFetch = (response: Response): ApiResponse => ({
  status: response.status,
  statusText: response.statusText,
  headers: new HeaderList(response.headers),
  body: bodyOfFetch(response),
});
