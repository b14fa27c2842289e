import type { ApiResponse } from '../../../api/messages/api-messages.ts';
import { ImpersonationError, impersonatedUser, impersonates } from '../../../authorization/impersonation.ts';
import type { Call } from '../../context/call.ts';
import { internalServerError } from './internal-server-error.ts';
import type { Handler, Stage } from './stage.ts';

/** Applies the Impersonate-… headers, if the caller may use them. */
export const impersonate: Stage = (call, next) =>
  impersonates(call.request.headers) ? asOther(call, next) : next(call);

async function asOther(call: Call, next: Handler): Promise<ApiResponse> {
  const { authorizer, dialect } = call.server;
  const requester = call.user;
  try {
    call.user = await impersonatedUser(call.request, call.user, authorizer, dialect);
  } catch (error) {
    if (!(error instanceof ImpersonationError)) throw error;
    return internalServerError(call, error.message);
  }
  if (call.trace && call.user !== requester) call.trace.impersonatedBy = requester;
  return next(call);
}
