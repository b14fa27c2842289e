import { internalServerError } from './internal-server-error.ts';
import type { Stage } from './stage.ts';

/** Rejects a path without a resource where one is required: 500, before authentication as in the real server. */
export const checkPath: Stage = (call, next) => {
  if (!call.info.isIncomplete) return next(call);
  const { pathname, search } = call.url;
  const why = `unable to determine kind and namespace from url, ${pathname}${search}`;
  return internalServerError(call, `failed to create RequestInfo: ${why}`);
};
