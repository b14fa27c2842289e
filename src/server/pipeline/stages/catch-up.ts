import type { Call } from '../../context/call.ts';
import { queryParameter } from '../../http/query-parameter.ts';
import type { Stage } from './stage.ts';

/**
 * Lets the server come to what others have committed to its storage, before a request that is answered from the newest
 * state or writes to it. Reads at a resourceVersion may be as old as that.
 */
export const catchUp: Stage = (call, next) => {
  const { storage } = call.server.objects;
  if (!storage.catchUp || !call.info.isResourceRequest || hasRevision(call)) return next(call);
  return storage.catchUp().then(() => next(call));
};

const READS = new Set(['get', 'list', 'watch']);

const hasRevision = ({ info, url }: Call): boolean =>
  READS.has(info.verb) && (queryParameter(url, 'resourceVersion') ?? '') !== '';
