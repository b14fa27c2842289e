import type { HandedEvent } from '../../api/encoding/handed-event.ts';
import { ObjectResponse, type TextRequest, TextResponse } from '../../api/encoding/text-messages.ts';
import type { ApiRequest, ApiResponse, ChunkSource, RequestBody } from '../../api/messages/api-messages.ts';
import { textInMemory } from '../../api/messages/body-text.ts';
import { streamOfChunks } from '../../api/messages/streams.ts';
import type { ConnectionInfo } from '../../authentication/authenticator.ts';
import type { Server } from '../../server/create-server.ts';

/** Lets a server answer a request of a client in its process. */
export const answerTextRequest = async (
  server: Pick<Server, 'answer'>,
  request: TextRequest,
  connection: ConnectionInfo,
): Promise<Response> => responseOf(await server.answer(requestOf(request), connection));

function requestOf(request: TextRequest): ApiRequest {
  const { method, url, headers, takesObjects } = request;
  const path = url.indexOf('/', url.indexOf('//') + 2);
  return {
    ...{ method, headers, takesObjects, origin: url.slice(0, path), target: url.slice(path), body: bodyOf(request) },
    get signal() {
      return request.signal;
    },
  };
}

function bodyOf({ jsonBody, givenText }: TextRequest): RequestBody {
  if (jsonBody) return { kind: 'given', object: jsonBody.take(), mostBytes: jsonBody.mostBytes };
  return givenText === null ? undefined : { kind: 'text', text: givenText };
}

function responseOf({ status, headers, body }: ApiResponse): Response {
  if (body?.kind === 'shared') return new ObjectResponse(body.object, status, headers);
  const init = { status, headers: [...headers] };
  if (body?.kind === 'chunks') return new Response(streamOfBytes(body.chunks), init);
  if (body?.kind === 'events') return new Response(streamOfEvents(body.events), init);
  return new TextResponse(textInMemory(body) ?? null, init);
}

const streamOfBytes = (chunks: ChunkSource<Uint8Array>) =>
  streamOfChunks(chunks) as ReadableStream<Uint8Array<ArrayBuffer>>;

/** Its chunks are no bytes: only the client of this process reads them. */
const streamOfEvents = (events: ChunkSource<readonly HandedEvent[]>) =>
  streamOfChunks(events) as unknown as ReadableStream<Uint8Array<ArrayBuffer>>;
