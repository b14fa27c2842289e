import { badRequest } from '../../../api/status.ts';
import { DurationError, readDuration } from '../../../api/values/duration.ts';
import type { Call } from '../../context/call.ts';
import type { Stage } from './stage.ts';

/** Rejects an invalid `timeout` query parameter, before authentication as in the real server. */
export const checkTimeout: Stage = (call, next) => {
  const text = call.url.searchParams.get('timeout');
  if (!text || isLongRunning(call)) return next();
  try {
    readDuration(text);
  } catch (error) {
    if (!(error instanceof DurationError)) throw error;
    return Promise.reject(badRequest(`invalid timeout specified in the request URL - ${error.message}`));
  }
  return next();
};

const LONG_RUNNING_VERBS = ['watch', 'proxy'];
const LONG_RUNNING_SUBRESOURCES = ['attach', 'exec', 'proxy', 'log', 'portforward'];

/** Requests that the real server exempts from its request timeout. */
const isLongRunning = ({ info }: Call): boolean =>
  LONG_RUNNING_VERBS.includes(info.verb) || LONG_RUNNING_SUBRESOURCES.includes(info.subresource);
