import type { RequestPattern } from '../request-info.ts';
import type { UserInfo } from '../user-info.ts';
import { BoundedMap } from './bounded-map.ts';

/** The parts of a request to a resource by which it is remembered. */
export interface RememberedTarget {
  readonly verb: string;
  readonly group: string;
  readonly resource: string;
  readonly subresource: string;
  readonly namespace: string;
  /** Shared by requests with the same target, which are found sooner by it. */
  readonly pattern?: RequestPattern | undefined;
}

const MOST_REQUESTS = 4096;
/** Clients choose names and groups: long ones would fill the memory. */
const LONGEST_KEY = 2000;

/**
 * Remembers what was found out about requests to resources, by user (name and groups) and target. Holds a bounded number, and
 * forgets all when it is full.
 */
export class RememberedRequests<T> {
  readonly #found = new BoundedMap<string, T>(MOST_REQUESTS);
  /** What was found last of each pattern, which one user repeats. */
  #last = new WeakMap<RequestPattern, { readonly user: UserInfo; readonly found: T }>();

  get(user: UserInfo, target: RememberedTarget): T | undefined {
    const { pattern } = target;
    const last = pattern && this.#last.get(pattern);
    if (last?.user === user) return last.found;
    const found = this.#found.get(keyOf(user, target));
    if (pattern && found !== undefined) this.#last.set(pattern, { user, found });
    return found;
  }

  /** Names with a line feed, which no object can have, are not remembered: they could imitate another request. */
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

/** Most requests come from a few users, whose objects stay the same. */
const userKeys = new WeakMap<UserInfo, string>();

/** JSON has no line feeds. */
function userKey(user: UserInfo): string {
  const known = userKeys.get(user);
  if (known !== undefined) return known;
  const key = JSON.stringify([user.username, ...(user.groups ?? [])]);
  userKeys.set(user, key);
  return key;
}
