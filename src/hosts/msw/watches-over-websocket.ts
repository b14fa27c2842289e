import { type WebSocketHandler, ws } from 'msw';
import { base64Text } from '../../api/encoding/base64.ts';
import { goJson } from '../../api/encoding/go-json.ts';
import { errorText } from '../../api/error-text.ts';
import { TOKEN_PROTOCOL } from '../../api/web-socket-request.ts';
import { ApiError, apiErrorOf } from '../../client/api-error.ts';
import { readWatchEvents } from '../../client/read-watch-events.ts';
import { isWatch } from '../worker/limit-watch.ts';
import { addressPattern, type ClusterAddress, inCluster } from './cluster-address.ts';

/** Status codes of a closed WebSocket. */
const NORMAL = 1000;
const INTERNAL_ERROR = 1011;

/** Returns a handler that serves watches over WebSocket, with one event per message. */
export const watchesOverWebSocket = (
  address: ClusterAddress,
  answer: (request: Request) => Promise<Response>,
): WebSocketHandler =>
  ws.link(addressPattern(address)).addEventListener('connection', async ({ client, info }) => {
    const abort = new AbortController();
    client.addEventListener('close', () => abort.abort());
    const request = new Request(inCluster(client.url, address), {
      headers: credentialsIn([info.protocols ?? []].flat()),
      signal: abort.signal,
    });
    try {
      if (!isWatch(request, new URL(request.url))) throw new Error('Only watches are served over WebSocket');
      const response = await answer(request);
      if (!response.ok) throw await apiErrorOf(response);
      for await (const text of messagesOf(response, abort.signal)) client.send(text);
      // Each message is sent in a microtask.
      queueMicrotask(() => client.close(NORMAL));
    } catch (error) {
      if (!abort.signal.aborted) client.close(INTERNAL_ERROR, errorText(error).slice(0, LONGEST_REASON));
    }
  });

/** Maximum number of characters in the reason for closing a WebSocket. */
const LONGEST_REASON = 120;

async function* messagesOf(response: Response, signal: AbortSignal): AsyncGenerator<string, void, void> {
  try {
    for await (const event of readWatchEvents(response, signal)) yield goJson(event);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    yield goJson({ type: 'ERROR', object: error.status });
  }
}

function credentialsIn(protocols: readonly string[]): Record<string, string> {
  const token = protocols.find((protocol) => TOKEN_PROTOCOL.test(protocol))?.replace(TOKEN_PROTOCOL, '');
  if (token === undefined) return {};
  return { authorization: `Bearer ${base64Text(token.replaceAll('-', '+').replaceAll('_', '/'))}` };
}
