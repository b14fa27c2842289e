import { impersonatedUser } from '../../authentication/impersonation.ts';
import type { Stage } from './stage.ts';

/** Impersonate-… headers: who may use them goes on as somebody else. */
export const impersonate: Stage = async (call, next) => {
  call.user = await impersonatedUser(call.request, call.user, call.server.authorizer);
  return next();
};
