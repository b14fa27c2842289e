import { LruMap } from '../../api/memory/lru-map.ts';
import { identityKey, type ObjectIdentity } from './object-identity.ts';

const ENTRIES = 500;

/** Owners that do not exist, as the server or a watch has said. A UID never returns, so no entry becomes wrong. */
export class AbsentOwners {
  readonly #known = new LruMap<true>(ENTRIES);

  add(owner: ObjectIdentity): void {
    this.#known.set(identityKey(owner), true);
  }

  has(owner: ObjectIdentity): boolean {
    return this.#known.has(identityKey(owner));
  }
}
