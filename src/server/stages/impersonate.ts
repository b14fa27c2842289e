import { ImpersonationError, impersonatedUser } from '../../authorization/impersonation.ts';
import { textResponse } from '../responses.ts';
import type { Stage } from './stage.ts';

/** Impersonate-… headers: who may use them goes on as somebody else. */
export const impersonate: Stage = async (call, next) => {
  const { authorizer, dialect } = call.server;
  try {
    call.user = await impersonatedUser(call.request, call.user, authorizer, dialect);
  } catch (error) {
    if (!(error instanceof ImpersonationError)) throw error;
    return textResponse(
      500,
      `Internal Server Error: ${JSON.stringify(call.url.pathname + call.url.search)}: ${error.message}\n`,
    );
  }
  return next();
};
