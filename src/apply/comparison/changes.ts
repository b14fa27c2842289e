import type { PathElement } from '../field-path.ts';
import { SetLevel } from '../set-level.ts';

/** How the path of a value itself changed. */
export type OwnChange = 'added' | 'modified' | 'removed';

/** The difference between two values; undefined when they are equal. */
export type Change = OwnChange | Changes | undefined;

/** The changed paths below a value, and whether its own path changed. */
export class Changes {
  added = SetLevel.empty();
  modified = this.added;
  removed = this.added;
  own: OwnChange | undefined;

  /** Adds a member or list element that appears or disappears, with everything below it. */
  includeWhole(element: PathElement, own: 'added' | 'removed', below: SetLevel | undefined): void {
    this[own] = this[own].with(element, true, below);
  }

  /** Adds the change of a member or list element. */
  include(element: PathElement, change: OwnChange | Changes): void {
    if (change instanceof Changes) {
      const { own, added, modified, removed } = change;
      this.added = this.added.with(element, own === 'added', added);
      this.modified = this.modified.with(element, own === 'modified', modified);
      this.removed = this.removed.with(element, own === 'removed', removed);
    } else this[change] = this[change].with(element, true);
  }
}

/** Returns the change of a value that appears or disappears, with everything below it. */
export function whole(own: 'added' | 'removed', below: SetLevel | undefined): OwnChange | Changes {
  if (!below) return own;
  const changes = new Changes();
  changes.own = own;
  changes[own] = below;
  return changes;
}

/** Adds the change of a member or list element to those of its parent, if there is any. */
export function including(changes: Changes | undefined, element: PathElement, change: Change): Changes | undefined {
  if (change === undefined) return changes;
  const all = changes ?? new Changes();
  all.include(element, change);
  return all;
}
