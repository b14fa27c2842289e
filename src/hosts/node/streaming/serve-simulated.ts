import type { Duplex } from 'node:stream';
import type { ApiRequest, ApiResponse } from '../../../api/messages/api-messages.ts';
import { apiResponse } from '../../../api/messages/api-response.ts';
import { offeredProtocols } from '../../../api/web-socket-request.ts';
import type { UpgradeTarget } from '../../../simulation/kubelet/upgrade-target.ts';
import { acceptUpgrade, type UpgradingClient } from './accept-upgrade.ts';
import { serveSpdy, spdyProtocols } from './serve-spdy.ts';
import { serveWebSocket, webSocketProtocol } from './serve-websocket.ts';
import { acceptedHandshake, rejectHandshake, textResponse } from './websocket/handshake.ts';

const VERSION_HEADER = 'X-Stream-Protocol-Version';
const ACCEPTED_HEADER = 'x-accepted-stream-protocol-versions';

/** The parts of a request on which an upgrade depends. */
type UpgradeRequest = Pick<ApiRequest, 'method' | 'headers'>;

/** Upgrades a client's connection and serves it. Returns the response to a client that speaks no known protocol. */
export function serveSimulated(
  request: UpgradeRequest,
  target: UpgradeTarget,
  client: UpgradingClient,
): ApiResponse | undefined {
  const upgrade = request.headers.get('upgrade') ?? '';
  if (/^websocket$/i.test(upgrade)) return upgradeToWebSocket(request, target, client);
  if (/^spdy\/3\.1$/i.test(upgrade)) return upgradeToSpdy(request, target, client);
  return textResponse(400, `unable to upgrade: unknown protocol ${upgrade}`);
}

function upgradeToWebSocket(
  request: UpgradeRequest,
  target: UpgradeTarget,
  client: UpgradingClient,
): ApiResponse | undefined {
  const rejection = rejectHandshake(request);
  if (rejection) return rejection;
  const protocol = webSocketProtocol(target, offeredProtocols(request.headers));
  if (protocol === undefined) return apiResponse(403);
  start(client, target, acceptedHandshake(request, protocol), (socket, signal) =>
    serveWebSocket(socket, target, protocol, signal),
  );
  return undefined;
}

function upgradeToSpdy(
  request: UpgradeRequest,
  target: UpgradeTarget,
  client: UpgradingClient,
): ApiResponse | undefined {
  const supported = spdyProtocols(target);
  const offered = (request.headers.get(VERSION_HEADER) ?? '').split(',').flatMap((each) => each.trim() || []);
  const protocol = offered.length ? offered.find((each) => supported.includes(each)) : supported.at(-1);
  if (protocol === undefined) {
    const message = `unable to upgrade: unable to negotiate protocol: client supports [${offered.join(' ')}], server accepts [${supported.join(' ')}]\n`;
    return textResponse(403, message, { [ACCEPTED_HEADER]: supported.join(', ') });
  }
  const headers: [string, string][] = [
    ['Upgrade', 'SPDY/3.1'],
    [VERSION_HEADER, protocol],
  ];
  start(client, target, headers, (socket, signal) => serveSpdy(socket, target, protocol, signal));
  return undefined;
}

/** Accepts the upgrade, and serves the connection until its node stops. */
function start(
  client: UpgradingClient,
  { stopped }: UpgradeTarget,
  headers: readonly [string, string][],
  serve: (socket: Duplex, signal: AbortSignal) => Promise<void>,
): void {
  const { socket } = client;
  const stop = (): void => void socket.destroy();
  stopped.addEventListener('abort', stop);
  socket.on('close', () => stopped.removeEventListener('abort', stop));
  acceptUpgrade(client, headers, serve);
}
