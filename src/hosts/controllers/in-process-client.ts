import { jsonBodyOf } from '../../api/encoding/json-body.ts';
import { TextRequest } from '../../api/encoding/text-messages.ts';
import type { UserInfo } from '../../api/user-info.ts';
import { type ApiClient, createApiClient } from '../../client/api-client.ts';
import type { Server } from '../../server/create-server.ts';
import { answerTextRequest } from './text-request-answer.ts';

/**
 * Returns a client of a server in this process, for one user.
 * @param takesObjects whether it takes frozen objects, which it shares with the server, instead of copies
 */
export const inProcessClient = (
  server: Pick<Server, 'answer' | 'fetch'>,
  user: UserInfo,
  fieldManager?: string,
  takesObjects = false,
): ApiClient => {
  const connection = { user };
  return createApiClient({
    fetch: (request) =>
      request instanceof TextRequest
        ? answerTextRequest(server, request, connection)
        : server.fetch(request, connection),
    createRequest: (url, init) => (isText(init) ? new TextRequest(url, init, takesObjects) : new Request(url, init)),
    createJsonRequest: (url, init, body) => new TextRequest(url, init, takesObjects, jsonBodyOf(body)),
    baseUrl: 'http://localhost',
    // Messages of errors become those of events and conditions.
    namesRequests: false,
    ...(fieldManager ? { fieldManager } : {}),
  });
};

const isText = (init: RequestInit): init is RequestInit & { readonly body?: string | null } =>
  !init.body || typeof init.body === 'string';
