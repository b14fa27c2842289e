import type { RequestHeaders } from './messages/api-messages.ts';

const ASKS_FOR_UPGRADE = /(?:^|,)\s*upgrade\s*(?:$|,)/i;

/** Reports whether a request is a WebSocket upgrade. */
export const isWebSocketRequest = (headers: RequestHeaders): boolean =>
  headers.get('upgrade')?.toLowerCase() === 'websocket' && ASKS_FOR_UPGRADE.test(headers.get('connection') ?? '');

export const PROTOCOL_HEADER = 'sec-websocket-protocol';

/**
 * Prefix of the sub-protocol that holds a bearer token in base64url. As for other sub-protocols, clients send the real
 * server's name in every dialect.
 */
export const TOKEN_PROTOCOL = /^base64url\.bearer\.authorization\.(?:k8s|cluster)\.io\./;

/** Returns the sub-protocols that a client offers, in its order. */
export const offeredProtocols = (headers: RequestHeaders): string[] =>
  (headers.get(PROTOCOL_HEADER) ?? '').split(',').flatMap((protocol) => protocol.trim() || []);
