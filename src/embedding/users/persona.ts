import { isRequest } from '../../api/realms.ts';
import { type ApiClient, createApiClient } from '../../client/api-client.ts';
import type { Persona } from '../cluster.ts';
import type { Sender } from './sender.ts';

/** The URL of a cluster in this process. No connection is made to it. */
const ORIGIN = 'http://localhost';

/** Returns the request for the parameters of `fetch`. A path is a path of the cluster. */
export function requestFor(input: string | URL | Request, init?: RequestInit): Request {
  if (isRequest(input)) return init ? new Request(input, init) : input;
  return new Request(new URL(input, ORIGIN), init);
}

/** Returns a persona whose requests a function sends. */
export function personaOf(sender: Sender, send: (request: Request, sender: Sender) => Promise<Response>): Persona {
  return {
    fetch: (input, init) => send(withHeaders(requestFor(input, init), sender), sender),
    client: clientOf((request) => send(withHeaders(request, sender), sender)),
  };
}

export const clientOf = (fetch: (request: Request) => Promise<Response>): ApiClient =>
  createApiClient({ fetch, baseUrl: ORIGIN });

function withHeaders(request: Request, { headers: added }: Sender): Request {
  if (!added) return request;
  const headers = new Headers(request.headers);
  added.forEach((value, name) => {
    if (!headers.has(name)) headers.set(name, value);
  });
  return new Request(request, { headers });
}
