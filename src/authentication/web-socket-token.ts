import { readBase64 } from '../api/encoding/base64.ts';
import { isWebSocketRequest, offeredProtocols, PROTOCOL_HEADER, TOKEN_PROTOCOL } from '../api/web-socket-request.ts';
import { AuthenticationError, type Authenticator } from './authenticator.ts';
import { authenticateToken } from './bearer-token.ts';
import type { TokenAuthenticator } from './token-authenticator.ts';

/**
 * Reads a bearer token from the sub-protocols of a WebSocket request, because browsers cannot set headers on one. A
 * valid token is removed from the request, so that it is neither accepted as a protocol nor forwarded.
 */
export function webSocketTokenAuthenticator(
  kinds: readonly TokenAuthenticator[],
  audiences: readonly string[],
): Authenticator {
  return {
    name: 'WebSocket protocol',
    async authenticate({ headers }, _connection, options) {
      if (!isWebSocketRequest(headers)) return undefined;
      const offered = offeredProtocols(headers);
      const tokens = offered.filter((protocol) => TOKEN_PROTOCOL.test(protocol));
      if (tokens.length > 1) throw new AuthenticationError(['multiple base64.bearer.authorization tokens specified']);
      const token = decodeToken(tokens[0]?.replace(TOKEN_PROTOCOL, '') ?? '');
      if (token === '') return undefined;
      const others = offered.filter((protocol) => !TOKEN_PROTOCOL.test(protocol));
      if (others.length === 0) throw new AuthenticationError(['missing additional subprotocol']);
      const found = await authenticateToken(kinds, token, options?.audiences ?? audiences, options?.warn);
      headers.set(PROTOCOL_HEADER, others.join(','));
      return found;
    },
  };
}

/** Decodes unpadded base64url. @throws AuthenticationError */
function decodeToken(encoded: string): string {
  const bytes = /^[\w-]*$/.test(encoded) ? readBase64(encoded.replaceAll('-', '+').replaceAll('_', '/')) : undefined;
  if (!bytes) throw new AuthenticationError(['invalid base64.bearer.authorization token encoding']);
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    throw new AuthenticationError(['invalid base64.bearer.authorization token']);
  }
}
