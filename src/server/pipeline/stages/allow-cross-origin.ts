import { apiResponse } from '../../../api/messages/api-response.ts';
import type { HeaderList } from '../../../api/messages/header-list.ts';
import type { Call } from '../../context/call.ts';
import type { Stage } from './stage.ts';

/** The real server's headers, in its order. */
const HEADERS: readonly (readonly [string, string])[] = [
  ['access-control-allow-methods', 'POST, GET, OPTIONS, PUT, DELETE, PATCH'],
  [
    'access-control-allow-headers',
    'Content-Type, Content-Length, Accept-Encoding, X-CSRF-Token, Authorization, X-Requested-With, If-Modified-Since',
  ],
  ['access-control-expose-headers', 'Date'],
  ['access-control-allow-credentials', 'true'],
];

/** Lets pages of the origins that `--cors-allowed-origins` allows read responses, and answers their preflights. */
export const allowCrossOrigin: Stage = (call, next) => {
  const { isAllowedOrigin } = call.server;
  // Checked first because reading a header takes longer than most stages.
  const origin = isAllowedOrigin && call.request.headers.get('origin');
  if (!origin || !isAllowedOrigin(origin)) return next(call);
  call.allowedOrigin = origin;
  return call.request.method === 'OPTIONS' ? apiResponse(204) : next(call);
};

/** Adds the headers that let a page of another origin read a response, error or not. */
export function addCrossOriginHeaders({ allowedOrigin }: Call, headers: HeaderList): void {
  if (allowedOrigin === undefined) return;
  headers.set('access-control-allow-origin', allowedOrigin);
  for (const [name, value] of HEADERS) headers.set(name, value);
}
