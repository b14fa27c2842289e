import { TextRequest } from '../api/encoding/text-messages.ts';
import type { UserInfo } from '../api/user-info.ts';
import { type ApiClient, createApiClient } from '../client/api-client.ts';
import type { Server } from '../server/create-server.ts';

/** Returns a client of a server in this process, for one user. */
export const inProcessClient = (server: Pick<Server, 'fetch'>, user: UserInfo, fieldManager?: string): ApiClient =>
  createApiClient({
    fetch: (request) => server.fetch(request, { user }),
    createRequest: (url, { body, ...init }) =>
      typeof body === 'string' ? new TextRequest(url, { ...init, body }) : requestWithoutText(url, body, init),
    baseUrl: 'http://localhost',
    ...(fieldManager ? { fieldManager } : {}),
  });

const requestWithoutText = (url: string, body: RequestInit['body'], init: RequestInit): Request =>
  body ? new Request(url, { ...init, body }) : new TextRequest(url, { ...init, body: null });
