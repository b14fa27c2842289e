import type { UserInfo } from '../../api/user-info.ts';
import { type ApiClient, clientOver } from '../../client/api-client.ts';
import { httpTransport } from '../../client/http-transport.ts';
import { inProcessTransport } from '../../client/in-process-transport.ts';
import type { Server } from '../../server/create-server.ts';

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
  const { request } = httpTransport({
    fetch: (sent) => server.fetch(sent, connection),
    baseUrl: 'http://localhost',
    // Messages of errors become messages of events and conditions.
    namesRequests: false,
  });
  const answer: typeof server.answer = (sent) => server.answer(sent, connection);
  return clientOver(inProcessTransport({ answer, request, takesObjects }), fieldManager ? { fieldManager } : {});
};
