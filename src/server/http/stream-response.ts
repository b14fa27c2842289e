import type { ApiResponse } from '../../api/messages/api-messages.ts';
import { isWebSocketRequest } from '../../api/web-socket-request.ts';
import type { MessageKind } from '../../authentication/authenticator.ts';
import type { Call } from '../context/call.ts';

/** Sends a stream in the form that the client requested: as the body of the response or as messages of a WebSocket. */
export function streamResponse({ request, connection }: Call, response: ApiResponse, kind: MessageKind): ApiResponse {
  const { sendMessages } = connection;
  return sendMessages && isWebSocketRequest(request.headers) ? sendMessages(response, kind) : response;
}
