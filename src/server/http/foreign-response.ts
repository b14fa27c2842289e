import type { ApiResponse } from '../../api/messages/api-messages.ts';
import { HeaderList } from '../../api/messages/header-list.ts';
import { INERT_HEADERS } from './inert-headers.ts';

/**
 * Headers that another server or a handler cannot set for this origin: headers of its connection and the length of its
 * body, headers that change the browser's storage or behavior for the whole origin, and CORS headers.
 */
const NOT_PASSED_ON = new RegExp(
  `^(${[
    ...['connection', 'keep-alive', 'proxy-.*', 'te', 'trailer', 'transfer-encoding', 'upgrade', 'content-length'],
    ...['set-cookie2?', 'clear-site-data', 'service-worker-allowed', 'refresh', 'strict-transport-security', 'alt-svc'],
    ...['public-key-pins.*', 'report-to', 'reporting-endpoints', 'nel', 'accept-ch', 'speculation-rules', 'sourcemap'],
    ...['origin-agent-cluster', 'access-control-.*', 'content-security-policy.*', 'x-tabplane.*', 'audit-id'],
  ].join('|')})$`,
);

/**
 * Returns a response of another server, a kubelet or a handler in the form for this server's clients: never active
 * content.
 */
export function foreignResponse({ status, statusText, headers, body }: ApiResponse): ApiResponse {
  const ofConnection = (headers.get('connection') ?? '')
    .toLowerCase()
    .split(',')
    .map((name) => name.trim());
  const kept = [...headers].filter(([name]) => !NOT_PASSED_ON.test(name) && !ofConnection.includes(name));
  const passed = new HeaderList(kept);
  for (const [name, value] of Object.entries(INERT_HEADERS)) passed.set(name, value);
  return { status, statusText, headers: passed, body };
}
