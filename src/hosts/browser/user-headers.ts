import type { ClusterOptions, ClusterUser } from '../../embedding/cluster.ts';
import { impersonationHeaders } from '../../embedding/users/impersonation-headers.ts';
import { FROM_CLUSTER } from './control-call.ts';

/**
 * Returns the headers of requests as a user: the token of a user of the options, or impersonation of any other.
 * @param user undefined: the administrator
 */
export function userHeaders(user: string | ClusterUser | undefined, users: ClusterOptions['users'] = {}): Headers {
  if (typeof user === 'string' && Object.hasOwn(users, user))
    return new Headers({ authorization: `Bearer ${users[user]?.token ?? user}` });
  const headers =
    user === undefined ? new Headers() : impersonationHeaders(typeof user === 'string' ? { name: user } : user);
  headers.set(FROM_CLUSTER, 'true');
  return headers;
}
