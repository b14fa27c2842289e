import { LruMap } from '../../api/memory/lru-map.ts';
import { identityKey, type ObjectIdentity } from './object-identity.ts';

const ENTRIES = 500;

/** Owners that do not exist according to the server or a watch. A UID is never reused, so entries stay valid. */
export class AbsentOwners {
  readonly #known = new LruMap<true>(ENTRIES);

  add(owner: ObjectIdentity): void {
    this.#known.set(identityKey(owner), true);
  }

  has(owner: ObjectIdentity): boolean {
    return this.#known.has(identityKey(owner));
  }
}
