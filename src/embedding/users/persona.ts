import type { ApiRequest } from '../../api/messages/api-messages.ts';
import { HeaderList } from '../../api/messages/header-list.ts';
import { isRequest } from '../../api/realms.ts';
import { fetchWith } from '../../server/http/fetch/fetch-messages.ts';
import type { Persona } from '../cluster.ts';
import { type Answer, clientOf, ORIGIN } from './in-process-client.ts';

/** Returns the request for the parameters of `fetch`. A path is a path of the cluster. */
export function requestFor(input: string | URL | Request, init?: RequestInit): Request {
  if (isRequest(input)) return init ? new Request(input, init) : input;
  return new Request(new URL(input, ORIGIN), init);
}

/** Returns a persona whose requests a function answers. */
export function personaOf(answer: Answer): Persona {
  const fetch = fetchWith(answer);
  return { fetch: (input, init) => fetch(requestFor(input, init)), client: clientOf(answer) };
}

/** Returns a request with additional headers. Those that it has stay. */
export function withHeaders(request: ApiRequest, added: HeaderList): ApiRequest {
  const { method, origin, target, signal, body, isNavigation = false } = request;
  const headers = new HeaderList(request.headers);
  for (const [name, value] of added) if (!headers.has(name)) headers.append(name, value);
  return { method, origin, target, headers, signal, body, isNavigation };
}
