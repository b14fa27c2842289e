import type { ManagedFieldsEntry } from '../../api/kinds/meta-v1.generated.ts';
import type { Steps } from '../../api/steps.ts';
import type { TypedChange, WriteContext } from '../ownership.ts';
import type { Managers } from './managers.ts';

type Entries = ManagedFieldsEntry[] | undefined;

/** A change with all that decides the managedFields after it, while every manager is of the version of the request. */
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

/**
 * Returns the managedFields after a change as they were found before, or else finds them: most writes of a second change
 * the same fields of objects with the same managers, which then share the entries. Each change has one slot, which it
 * shares with others; the last change is kept.
 */
export function* trackedBefore(
  managers: Managers,
  { comparison, after }: TypedChange,
  manager: string,
  { apiVersion, subresource, now }: WriteContext,
  find: () => Steps<Entries>,
): Steps<Entries> {
  const { added, modified, removed } = comparison;
  const { schema } = after;
  const slot = (managers.id * 31 + added.id * 17 + modified.id * 7 + removed.id) & (SLOTS - 1);
  const known = slots[slot];
  if (
    known?.managers === managers &&
    known.change.added === added &&
    known.change.modified === modified &&
    known.change.removed === removed &&
    known.schema === schema &&
    known.manager === manager &&
    known.apiVersion === apiVersion &&
    known.subresource === subresource &&
    known.now === now
  ) {
    return known.entries;
  }
  const entries = yield* find();
  if (areOfVersion(managers, apiVersion)) {
    slots[slot] = { managers, change: comparison, schema, manager, apiVersion, subresource, now, entries };
  }
  return entries;
}

function areOfVersion(managers: Managers, apiVersion: string): boolean {
  for (const managed of managers.values()) if (managed.apiVersion !== apiVersion) return false;
  return true;
}
