import { unauthorized } from '../../../api/status.ts';
import type { Stage } from './stage.ts';

/** Who asks: 401 for bad credentials, and for none where anonymous requests are not let in. */
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
