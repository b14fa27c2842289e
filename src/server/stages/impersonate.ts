import { ImpersonationError, impersonatedUser } from '../../authorization/impersonation.ts';
import type { Stage } from './stage.ts';

/** Impersonate-… headers: who may use them goes on as somebody else. */
export const impersonate: Stage = async (call, next) => {
  try {
    call.user = await impersonatedUser(call.request, call.user, call.server.authorizer, call.server.dialect);
  } catch (error) {
    if (!(error instanceof ImpersonationError)) throw error;
    const path = JSON.stringify(call.url.pathname + call.url.search);
    return new Response(`Internal Server Error: ${path}: ${error.message}\n`, {
      status: 500,
      headers: { 'content-type': 'text/plain; charset=utf-8', 'x-content-type-options': 'nosniff' },
    });
  }
  return next();
};
