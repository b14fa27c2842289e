import type { RequestHeaders } from './messages/api-messages.ts';

const ASKS_FOR_UPGRADE = /(?:^|,)\s*upgrade\s*(?:$|,)/i;

/** Reports whether a request asks to upgrade its connection to a WebSocket. */
export const isWebSocketRequest = (headers: RequestHeaders): boolean =>
  headers.get('upgrade')?.toLowerCase() === 'websocket' && ASKS_FOR_UPGRADE.test(headers.get('connection') ?? '');

export const PROTOCOL_HEADER = 'sec-websocket-protocol';

/**
 * Begins the sub-protocol that holds a bearer token in base64url. Clients write the real server's name in every dialect,
 * as they do those of other sub-protocols.
 */
export const TOKEN_PROTOCOL = /^base64url\.bearer\.authorization\.(?:k8s|cluster)\.io\./;

/** Returns the sub-protocols that a client offers, in its order. */
export const offeredProtocols = (headers: RequestHeaders): string[] =>
  (headers.get(PROTOCOL_HEADER) ?? '').split(',').flatMap((protocol) => protocol.trim() || []);
