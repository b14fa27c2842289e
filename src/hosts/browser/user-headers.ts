import type { ClusterOptions, ClusterUser } from '../../embedding/cluster.ts';
import { ADMINISTRATOR, senderOf, usersOf } from '../../embedding/users/sender.ts';
import { FROM_CLUSTER } from './control-call.ts';

/**
 * Returns the headers of requests as a user. Requests of the administrator are marked, so that the worker authenticates
 * them.
 * @param user undefined for the administrator
 */
export function userHeaders(user: string | ClusterUser | undefined, users: ClusterOptions['users']): Headers {
  const sender = user === undefined ? { user: ADMINISTRATOR } : senderOf(user, usersOf(users));
  const headers = new Headers([...(sender.headers ?? [])]);
  if (sender.user) headers.set(FROM_CLUSTER, 'true');
  return headers;
}
