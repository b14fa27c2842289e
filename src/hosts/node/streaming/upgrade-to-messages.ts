import type { ApiRequest, ApiResponse } from '../../../api/messages/api-messages.ts';
import { cancelBody } from '../../../api/messages/body-text.ts';
import type { MessageKind } from '../../../authentication/authenticator.ts';
import { agreeOnMessages, serveMessages } from '../../streaming/message-streams.ts';
import { acceptUpgrade, type UpgradingClient } from './accept-upgrade.ts';
import { acceptedHandshake, rejectHandshake } from './websocket/handshake.ts';
import { WebSocketConnection } from './websocket/web-socket-connection.ts';

/**
 * Upgrades a client's connection to a WebSocket that sends the body of a response. Returns the response that rejects the
 * upgrade; undefined when it is accepted.
 */
export function upgradeToMessages(
  request: ApiRequest,
  { headers, body }: ApiResponse,
  kind: MessageKind,
  client: UpgradingClient,
): ApiResponse | undefined {
  const agreed = rejectHandshake(request) ?? agreeOnMessages(request, kind);
  if ('status' in agreed) {
    cancelBody(body);
    return agreed;
  }
  acceptUpgrade(client, acceptedHandshake(request, agreed.protocol), (socket) =>
    serveMessages(new WebSocketConnection(socket), { headers, body }, agreed.send),
  );
  return undefined;
}
