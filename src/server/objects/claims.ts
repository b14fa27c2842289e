import type { Entry, Storage, Write } from '../../storage/storage.ts';

const PREFIX = '/registry/claims/';

const NONE: readonly Write[] = [];

/**
 * Names that at most one object holds at a time: cluster IPs, node ports. Each claim is a key that is written in the
 * same commit as its holder, so that two objects never hold the same claim. Lookups use a copy in memory and are
 * synchronous.
 */
export class Claims {
  readonly #revisions = new Map<string, number>();

  static async open(storage: Storage): Promise<Claims> {
    const claims = new Claims();
    await storage.follow(PREFIX, {
      began: ({ entries }) => {
        for (const entry of entries) claims.#set(entry.key, entry);
      },
      changed: (changes) => {
        for (const { key, current } of changes) claims.#set(key, current);
      },
    });
    return claims;
  }

  #set(key: string, entry: Entry | undefined): void {
    const claim = key.slice(PREFIX.length);
    if (entry) this.#revisions.set(claim, entry.revision);
    else this.#revisions.delete(claim);
  }

  has(claim: string): boolean {
    return this.#revisions.has(claim);
  }

  /** Returns the writes that belong to a write of a holder whose claims change from `before` to `after`. */
  writes(holderKey: string, before: readonly string[], after: readonly string[]): readonly Write[] {
    if (before.length === 0 && after.length === 0) return NONE; // most objects
    const taken = after
      .filter((claim) => !before.includes(claim))
      .map((claim) => ({ key: PREFIX + claim, value: holderKey, expected: 0 }));
    const released = before
      .filter((claim) => !after.includes(claim) && this.has(claim))
      .map((claim) => ({ key: PREFIX + claim, value: null, expected: this.#revisions.get(claim) ?? 0 }));
    return [...taken, ...released];
  }
}
