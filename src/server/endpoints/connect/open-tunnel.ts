import type { OutgoingTrust } from '../../../api/environment.ts';
import { errorText } from '../../../api/error-text.ts';
import type { ApiResponse } from '../../../api/messages/api-messages.ts';
import { badRequest, plainError, StatusError } from '../../../api/status.ts';
import type { Call } from '../../context/call.ts';
import { responseOfFetch } from '../../http/fetch/fetch-messages.ts';
import { tunnelHeaders } from './forwarded-headers.ts';

/** Reports whether a request is for an upgrade, and its connection can be upgraded. */
export const isUpgrade = ({ connection, request }: Call): boolean =>
  connection.tunnel !== undefined && request.headers.has('upgrade');

/**
 * Joins the client's connection to one with `location`.
 * @throws StatusError 400 when the request is not for an upgrade, 500 when the target cannot be reached
 */
export function openTunnel({ connection, request }: Call, location: URL, trust?: OutgoingTrust): Promise<ApiResponse> {
  if (!connection.tunnel || !request.headers.has('upgrade')) throw badRequest('Upgrade request required');
  const forwarded = new Request(location, { method: request.method, headers: tunnelHeaders(request.headers) });
  return connection.tunnel(forwarded, trust).then(responseOfFetch, (error: unknown) => {
    if (error instanceof StatusError) throw error;
    throw plainError(`error dialing backend: ${errorText(error)}`);
  });
}

/** Returns the host's message about a failed connection. */
