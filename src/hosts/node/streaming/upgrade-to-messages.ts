import { isResponse } from '../../../api/realms.ts';
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
  request: Request,
  response: Response,
  kind: MessageKind,
  client: UpgradingClient,
): Response | undefined {
  const agreed = rejectHandshake(request) ?? agreeOnMessages(request, kind);
  if (isResponse(agreed)) {
    void response.body?.cancel();
    return agreed;
  }
  acceptUpgrade(client, acceptedHandshake(request, agreed.protocol), (socket) =>
    serveMessages(new WebSocketConnection(socket), response, agreed.send),
  );
  return undefined;
}
