import type { ApiError } from '../../../client/api-error.ts';
import type { WatchEvent } from '../../../client/read-watch-events.ts';
import { hasSelector, type WatchParameters } from './watch-parameters.ts';

/** What a client knows when an event arrives. */
export interface EventContext {
  readonly parameters: WatchParameters;
  /** Whether the stream may still be sending the state with which it began. */
  readonly isInitial: boolean;
  /** Whether the event is the bookmark at the end of a streamed list. */
  readonly isEndOfList: boolean;
  /** Whether the client's cache has the object. */
  readonly isCached: boolean;
}

/** Returns what an event means to a client, in a sentence or two. */
export function eventHint(type: WatchEvent<unknown>['type'], context: EventContext): string {
  const { parameters, isInitial, isEndOfList, isCached } = context;
  if (type === 'BOOKMARK')
    return isEndOfList
      ? 'The initial state is complete: from here on, the cache can be used.'
      : 'Nothing changed. The client can resume from this version.';
  if (type === 'ADDED' && isInitial)
    return parameters.start === 'stream'
      ? 'Part of the initial state, which is streamed instead of listed.'
      : 'Existed at the start, or was created since: without a list, the stream does not tell which.';
  if (type === 'ADDED') return hasSelector(parameters) ? 'Created, or begins to match the selector.' : 'Created.';
  if (type === 'MODIFIED')
    return isCached
      ? 'Replaces the object in the cache.'
      : 'The cache did not have this object: it is older than the watch, and only a list would have shown it.';
  return hasSelector(parameters)
    ? 'Deleted, or no longer matches the selector. Either way, the cache drops it.'
    : 'Deleted. The object is its last state, with the version of the deletion.';
}

/** Returns what an error means to a client. */
export const errorHint = (error: ApiError): string =>
  error.isExpired
    ? 'The history after this version was compacted, so changes would be missed. Only a new list helps: start again.'
    : 'The server rejected the request itself. Change the parameters, and start again.';

export const listHint = (count: number, version: string): string =>
  `${count === 1 ? '1 object' : `${count} objects`} at version ${version}. The watch begins after it, so that no change is missed.`;

export const END_HINT =
  'The server ended the stream, as it does after the timeout. Resume from the last version: nothing is lost while its history is kept.';
export const DISCONNECT_HINT =
  'You closed the connection. The cluster goes on changing, and the cache goes out of date, until you resume.';
export const BREAK_HINT = 'The connection broke. A client resumes from the last version that it saw.';
