import type { Change } from '../../storage/storage.ts';

/** Number of changes kept for each collection. */
const MOST = 256;

interface Remembered {
  /** All changes after this revision are kept. */
  since: number;
  readonly changes: Change[];
}

/** The newest changes of requested collections, so that derived data can be updated instead of computed again. */
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
   * Returns the changes below a prefix after a revision, oldest first; undefined when some are no longer kept. Keeps the
   * changes of the prefix from then on.
   * @param newest the revision of the newest change below the prefix
   */
  after(prefix: string, revision: number, newest: number): readonly Change[] | undefined {
    const remembered = this.#collections.get(prefix);
    if (!remembered) this.#collections.set(prefix, { since: newest, changes: [] });
    if (!remembered || revision < remembered.since) return undefined;
    return remembered.changes.filter((change) => change.revision > revision);
  }
}
