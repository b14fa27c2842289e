import type { Change } from '../../storage/storage.ts';

/** How many changes of one collection are remembered. */
const MOST = 256;

interface Remembered {
  /** Changes after this revision are all there. */
  since: number;
  readonly changes: Change[];
}

/** The newest changes of those collections that somebody asks about, so that what is derived from one need not be made anew. */
export class RecentChanges {
  readonly #collections = new Map<string, Remembered>();

  follow(changes: readonly Change[]): void {
    for (const change of changes) {
      for (const [prefix, remembered] of this.#collections) {
        if (!change.key.startsWith(prefix)) continue;
        remembered.changes.push(change);
        if (remembered.changes.length > MOST)
          remembered.since = remembered.changes.shift()?.revision ?? remembered.since;
      }
    }
  }

  /**
   * What changed below a prefix after a revision, oldest first; undefined when not all of it is remembered.
   * @param newest Revision of the newest change below the prefix: it is followed from then on.
   */
  after(prefix: string, revision: number, newest: number): readonly Change[] | undefined {
    const remembered = this.#collections.get(prefix);
    if (!remembered) this.#collections.set(prefix, { since: newest, changes: [] });
    if (!remembered || revision < remembered.since) return undefined;
    return remembered.changes.filter((change) => change.revision > revision);
  }
}
