import type { ApiRequest, ApiResponse } from '../../api/messages/api-messages.ts';
import type { UserInfo } from '../../api/user-info.ts';
import { type ApiClient, clientOver } from '../../client/api-client.ts';
import { httpTransport } from '../../client/http-transport.ts';
import { type InProcessOptions, inProcessTransport } from '../../client/in-process-transport.ts';
import type { Server } from '../../server/create-server.ts';
import { fetchWith } from '../../server/http/fetch/fetch-messages.ts';

/** Answers a request within this process. */
export type Answer = (request: ApiRequest) => Promise<ApiResponse>;

interface ClientOptions extends Pick<InProcessOptions, 'takesObjects' | 'namesRequests'> {
  readonly fieldManager?: string | undefined;
}

/** The URL of a cluster in this process. No connection is made to it. */
export const ORIGIN = 'http://localhost';

/** Returns a client whose requests a function in this process answers. */
export function clientOf(answer: Answer, { fieldManager, ...options }: ClientOptions = {}): ApiClient {
  const { request } = httpTransport({ fetch: fetchWith(answer), baseUrl: ORIGIN, ...options });
  return clientOver(inProcessTransport({ answer, request, ...options }), fieldManager ? { fieldManager } : {});
}

/**
 * Returns a client of a server in this process, for one user of the control plane.
 * @param takesObjects whether it takes frozen objects, which it shares with the server, instead of copies
 */
export function inProcessClient(
  server: Pick<Server, 'answer'>,
  user: UserInfo,
  fieldManager?: string,
  takesObjects = false,
): ApiClient {
  const connection = { user };
  // Messages of errors become messages of events and conditions.
  const options = { fieldManager, takesObjects, namesRequests: false };
  return clientOf((request) => server.answer(request, connection), options);
}
