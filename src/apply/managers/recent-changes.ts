import type { ManagedFieldsEntry } from '../../api/kinds/meta-v1.generated.ts';
import type { TypedChange, WriteContext } from '../ownership.ts';
import type { Managers } from './managers.ts';

type Entries = ManagedFieldsEntry[] | undefined;

/** A change and its result. The other fields determine the result if all managers have the version of the request. */
interface TrackedChange {
  readonly managers: Managers;
  readonly change: TypedChange['comparison'];
  readonly schema: TypedChange['after']['schema'];
  readonly manager: string;
  readonly apiVersion: string;
  readonly subresource: string;
  readonly now: string;
  readonly entries: Entries;
}

/** A power of two. */
const SLOTS = 1024;
const slots = new Array<TrackedChange | undefined>(SLOTS);

/** The inputs that determine the managedFields after a change, besides the context of the write. */
interface ManagedChange {
  readonly managers: Managers;
  readonly change: TypedChange;
  readonly manager: string;
}

const slotOf = ({ id }: Managers, { added, modified, removed }: TypedChange['comparison']): number =>
  (id * 31 + added.id * 17 + modified.id * 7 + removed.id) & (SLOTS - 1);

/**
 * Returns the cached managedFields after an equal change; undefined on a cache miss. Most writes within a second change
 * the same fields of objects with the same managers. These objects then share the entries.
 */
export function recentEntries(
  { managers, change: { comparison, after }, manager }: ManagedChange,
  { apiVersion, subresource, now }: WriteContext,
): { readonly entries: Entries } | undefined {
  const known = slots[slotOf(managers, comparison)];
  const isEqual =
    known?.managers === managers &&
    known.change.added === comparison.added &&
    known.change.modified === comparison.modified &&
    known.change.removed === comparison.removed &&
    known.schema === after.schema &&
    known.manager === manager &&
    known.apiVersion === apiVersion &&
    known.subresource === subresource &&
    known.now === now;
  return isEqual ? known : undefined;
}

/** Caches the managedFields after a change for `recentEntries`. Changes share slots; the last change of a slot is kept. */
export function keepEntries(
  { managers, change: { comparison, after }, manager }: ManagedChange,
  { apiVersion, subresource, now }: WriteContext,
  entries: Entries,
): void {
  if (!areOfVersion(managers, apiVersion)) return;
  const { schema } = after;
  slots[slotOf(managers, comparison)] = {
    managers,
    change: comparison,
    schema,
    manager,
    apiVersion,
    subresource,
    now,
    entries,
  };
}

function areOfVersion(managers: Managers, apiVersion: string): boolean {
  for (const managed of managers.values()) if (managed.apiVersion !== apiVersion) return false;
  return true;
}
