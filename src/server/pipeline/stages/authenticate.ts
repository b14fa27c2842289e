import type { ApiResponse } from '../../../api/messages/api-messages.ts';
import { unauthorized } from '../../../api/status.ts';
import type { Call } from '../../context/call.ts';
import type { Handler, Stage } from './stage.ts';

/**
 * Authenticates the request: 401 for invalid credentials, and for missing ones when anonymous requests are disabled.
 */
export const authenticate: Stage = (call, next) => {
  const { user } = call.connection;
  if (!user) return byCredentials(call, next);
  call.user = user;
  return next(call);
};

async function byCredentials(call: Call, next: Handler): Promise<ApiResponse> {
  const warn = (text: string) => void call.warnings.push(text);
  const found = await call.server.authenticator.authenticate(call.request, call.connection, { warn });
  if (!found) throw unauthorized();
  call.user = found.user;
  return next(call);
}
