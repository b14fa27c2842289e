import { ImpersonationError, impersonatedUser } from '../../../authorization/impersonation.ts';
import { internalServerError } from './internal-server-error.ts';
import type { Stage } from './stage.ts';

/** Applies the Impersonate-… headers, if the caller may use them. */
export const impersonate: Stage = async (call, next) => {
  const { authorizer, dialect } = call.server;
  const requester = call.user;
  try {
    call.user = await impersonatedUser(call.request, call.user, authorizer, dialect);
  } catch (error) {
    if (!(error instanceof ImpersonationError)) throw error;
    return internalServerError(call, error.message);
  }
  if (call.trace && call.user !== requester) call.trace.impersonatedBy = requester;
  return next();
};
