import { HeaderList } from '../../api/messages/header-list.ts';
import { headerValue } from '../../api/user-extra.ts';
import type { UserInfo } from '../../api/user-info.ts';
import type { ClusterOptions, ClusterUser } from '../cluster.ts';

/** The user of a cluster who may do everything. */
export const ADMINISTRATOR: UserInfo = { username: 'admin', groups: ['system:masters', 'system:authenticated'] };

/** A user with a bearer token. */
export type TokenUser = NonNullable<ClusterOptions['users']>[string];

/**
 * Returns the users of a cluster by name: those of its options, and the administrator, whom the options may replace.
 */
export const usersOf = (users: ClusterOptions['users'] = {}): ReadonlyMap<string, TokenUser> =>
  new Map(Object.entries({ [ADMINISTRATOR.username]: { groups: ['system:masters'] }, ...users }));

/** The sender of a request. */
export interface Sender {
  /** The user that the cluster itself authenticates. When undefined, the headers contain credentials. */
  readonly user?: UserInfo;
  /** Added to the headers of each request that does not have them. */
  readonly headers?: HeaderList;
}

/** Returns the sender of requests as a user of a cluster by token, or as any other user by impersonation. */
export function senderOf(user: string | ClusterUser, users: ReadonlyMap<string, TokenUser>): Sender {
  if (typeof user !== 'string') return { user: ADMINISTRATOR, headers: impersonationHeaders(user) };
  const known = users.get(user);
  if (known) return { headers: new HeaderList({ authorization: `Bearer ${known.token ?? user}` }) };
  return { user: ADMINISTRATOR, headers: impersonationHeaders({ name: user }) };
}

/** Returns the headers with which an administrator sends a request as another user. */
function impersonationHeaders({ name, groups = [], uid, extra = {} }: ClusterUser): HeaderList {
  const headers = new HeaderList({ 'impersonate-user': headerValue(name) });
  for (const group of groups) headers.append('impersonate-group', headerValue(group));
  if (uid !== undefined) headers.set('impersonate-uid', headerValue(uid));
  for (const [key, values] of Object.entries(extra))
    for (const value of values)
      headers.append(`impersonate-extra-${encodeURIComponent(key).toLowerCase()}`, headerValue(value));
  return headers;
}
