import { isWebSocketRequest } from '../../api/web-socket-request.ts';
import type { MessageKind } from '../../authentication/authenticator.ts';
import type { Call } from '../context/call.ts';

/** Sends a stream as a client wants it: in the body of the response, or in the messages of a WebSocket. */
export function streamResponse({ request, connection }: Call, response: Response, kind: MessageKind): Response {
  const { sendMessages } = connection;
  return sendMessages && isWebSocketRequest(request.headers) ? sendMessages(response, kind) : response;
}
