import type { Call } from '../../context/call.ts';
import { queryParameter } from '../../http/query-parameter.ts';
import type { Stage } from './stage.ts';

/**
 * Waits until the server has caught up with the commits of others to its storage, before a request that reads the
 * newest state or writes. Reads with a resourceVersion may return older states.
 */
export const catchUp: Stage = (call, next) => {
  const { storage } = call.server.objects;
  if (!storage.catchUp || !call.info.isResourceRequest || hasRevision(call)) return next(call);
  return storage.catchUp().then(() => next(call));
};

const READS = new Set(['get', 'list', 'watch']);

const hasRevision = ({ info, url }: Call): boolean =>
  READS.has(info.verb) && (queryParameter(url, 'resourceVersion') ?? '') !== '';
