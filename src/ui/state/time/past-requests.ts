import { momentPath, storesNothing } from '../../../api/debug/moments.ts';
import { ApiError, clientFailure } from '../../../client/api-error.ts';

/** The path of a collection, with its group and resource. */
const COLLECTION = /^\/apis\/([^/]+)\/[^/]+\/(?:namespaces\/[^/]+\/)?([^/?]+)(?:\?|$)/;

function asksOnly(target: string): boolean {
  const [, group = '', resource = ''] = COLLECTION.exec(target) ?? [];
  return storesNothing({ group, resource });
}

/**
 * Returns the function that creates the requests of a client. It sends them to the cluster as it was at a revision.
 * @param baseUrl the base URL of the client
 * @param revision returns the revision; undefined for the cluster as it is now
 * @param isPlayer reports whether the cluster plays a session, so that there is no present to write to
 */
export function pastRequests(baseUrl: string, revision: () => number | undefined, isPlayer: () => boolean) {
  return (url: string, init: RequestInit): Request => {
    const at = revision();
    if (at === undefined && !isPlayer()) return new Request(url, init);
    const target = url.slice(baseUrl.length);
    const { method = 'GET' } = init;
    const isRead = method === 'GET' || method === 'HEAD' || (method === 'POST' && asksOnly(target));
    if (!isRead)
      throw new ApiError({ ...clientFailure(405, isPlayer() ? IN_SESSION : IN_PAST), reason: 'MethodNotAllowed' });
    return new Request(at === undefined ? url : baseUrl + momentPath(at) + target, init);
  };
}

const IN_PAST = 'You are looking at the past, which cannot be changed. Return to now, then try again.';
const IN_SESSION = 'You are looking at a saved session, which cannot be changed. Continue it first, then try again.';
