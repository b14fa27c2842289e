import type { ClusterOptions, ClusterUser } from '../../embedding/cluster.ts';
import { ADMINISTRATOR, senderOf, usersOf } from '../../embedding/users/sender.ts';
import { FROM_CLUSTER } from './control-call.ts';

/**
 * Returns the headers of requests as a user. Those of the administrator are marked, so that the worker vouches for it.
 * @param user undefined: the administrator
 */
export function userHeaders(user: string | ClusterUser | undefined, users: ClusterOptions['users']): Headers {
  const sender = user === undefined ? { user: ADMINISTRATOR } : senderOf(user, usersOf(users));
  const headers = new Headers(sender.headers);
  if (sender.user) headers.set(FROM_CLUSTER, 'true');
  return headers;
}
