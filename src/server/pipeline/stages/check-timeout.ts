import { badRequest } from '../../../api/status.ts';
import { DurationError, readDuration } from '../../../api/values/duration.ts';
import { queryParameter } from '../../http/query-parameter.ts';
import { isLongRunning } from '../long-running.ts';
import type { Stage } from './stage.ts';

/** Rejects an invalid `timeout` query parameter, before authentication as in the real server. */
export const checkTimeout: Stage = (call, next) => {
  const text = queryParameter(call.url, 'timeout');
  if (!text || isLongRunning(call.info)) return next(call);
  try {
    readDuration(text);
  } catch (error) {
    if (!(error instanceof DurationError)) throw error;
    throw badRequest(`invalid timeout specified in the request URL - ${error.message}`);
  }
  return next(call);
};
