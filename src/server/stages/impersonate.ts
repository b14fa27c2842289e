import { ImpersonationError, impersonatedUser } from '../../authorization/impersonation.ts';
import { internalServerError } from './internal-server-error.ts';
import type { Stage } from './stage.ts';

/** Impersonate-… headers: who may use them goes on as somebody else. */
export const impersonate: Stage = async (call, next) => {
  const { authorizer, dialect } = call.server;
  try {
    call.user = await impersonatedUser(call.request, call.user, authorizer, dialect);
  } catch (error) {
    if (!(error instanceof ImpersonationError)) throw error;
    return internalServerError(call, error.message);
  }
  return next();
};
