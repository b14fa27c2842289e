import { unauthorized } from '../../../api/status.ts';
import type { Stage } from './stage.ts';

/**
 * Authenticates the request: 401 for invalid credentials, and for missing ones when anonymous requests are disabled.
 */
export const authenticate: Stage = async (call, next) => {
  const { user } = call.connection;
  if (user) {
    call.user = user;
    return next();
  }
  const warn = (text: string) => void call.warnings.push(text);
  const found = await call.server.authenticator.authenticate(call.request, call.connection, { warn });
  if (!found) throw unauthorized();
  call.user = found.user;
  return next();
};
