import type { RequestPattern } from '../request-info.ts';
import type { UserInfo } from '../user-info.ts';
import { BoundedMap } from './bounded-map.ts';

/** The parts of a resource request that form the cache key, together with the user. */
export interface RememberedTarget {
  readonly verb: string;
  readonly group: string;
  readonly resource: string;
  readonly subresource: string;
  readonly namespace: string;
  /** Shared by requests with the same target. Speeds up lookups. */
  readonly pattern?: RequestPattern | undefined;
}

const MOST_REQUESTS = 4096;
/** Longer keys are not cached: clients choose names and groups, and long ones would fill the memory. */
const LONGEST_KEY = 2000;

/** A cache of results for resource requests, by user (name and groups) and target. A full cache drops all entries. */
export class RememberedRequests<T> {
  readonly #found = new BoundedMap<string, T>(MOST_REQUESTS);
  /** The last result of each pattern: the same user often repeats a pattern. */
  #last = new WeakMap<RequestPattern, { readonly user: UserInfo; readonly found: T }>();

  get(user: UserInfo, target: RememberedTarget): T | undefined {
    const { pattern } = target;
    const last = pattern && this.#last.get(pattern);
    if (last?.user === user) return last.found;
    const found = this.#found.get(keyOf(user, target));
    if (pattern && found !== undefined) this.#last.set(pattern, { user, found });
    return found;
  }

  /** Does not cache names with a line feed, which could collide with another key. No object can have such a name. */
  set(user: UserInfo, target: RememberedTarget, found: T): void {
    const key = keyOf(user, target);
    if (key.length > LONGEST_KEY || key.split('\n').length !== SEPARATED_PARTS) return;
    this.#found.set(key, found);
  }

  clear(): void {
    this.#found.clear();
    this.#last = new WeakMap();
  }
}

const SEPARATED_PARTS = 6;

const keyOf = (user: UserInfo, { verb, group, resource, subresource, namespace }: RememberedTarget): string =>
  `${userKey(user)}\n${verb}\n${group}\n${resource}\n${subresource}\n${namespace}`;

/** Key texts by user object: most requests come from a few users, whose objects stay the same. */
const userKeys = new WeakMap<UserInfo, string>();

/** Returns the key text of a user: JSON, because that has no line feeds. */
function userKey(user: UserInfo): string {
  const known = userKeys.get(user);
  if (known !== undefined) return known;
  const key = JSON.stringify([user.username, ...(user.groups ?? [])]);
  userKeys.set(user, key);
  return key;
}
