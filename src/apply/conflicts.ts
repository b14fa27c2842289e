import { compareKeys } from '../api/encoding/utf8.ts';
import { StatusError } from '../api/status.ts';
import { type FieldPath, fieldPathText, type PathElement } from './field-path.ts';
import type { FieldSet } from './field-set.ts';
import { type Managed, type Managers, managerId } from './managers/managers.ts';

/** A field that the applier wants to change but another manager owns. */
export interface Conflict {
  readonly owner: Managed;
  readonly path: FieldPath;
  /** The path as messages show it. */
  readonly shown: FieldPath;
}

export const conflictsOf = (fields: ReadonlyMap<string, FieldSet>, managers: Managers): Conflict[] =>
  [...fields].flatMap(([id, set]) => {
    const owner = managers.get(id);
    if (!owner) return [];
    const paths = [...set.paths()];
    const shown = shownPaths(paths);
    return paths.map((path, index) => ({ owner, path, shown: shown[index] ?? path }));
  });

/**
 * Lengths at which Go allocates a new array for an extended path. In between, the path shares the array of the shorter
 * path.
 */
const OWN_ARRAY = [17, 9, 5, 3, 2, 1];

/**
 * Returns the paths of a set as the real server shows them. The server extends path prefixes in place, so that paths
 * may share an array. The last path written to a shared array determines the elements of all.
 * @param paths in the order of the set
 */
function shownPaths(paths: readonly FieldPath[]): readonly FieldPath[] {
  const arrays = new Map<string, PathElement[]>();
  const arrayOf = (path: FieldPath, length: number): PathElement[] => {
    const key = JSON.stringify(path.slice(0, length));
    const array = arrays.get(key) ?? [];
    arrays.set(key, array);
    return array;
  };
  for (const path of paths) {
    for (const length of OWN_ARRAY) {
      if (length <= path.length) Object.assign(arrayOf(path, length), path);
    }
  }
  return paths.map((path) => {
    const own = OWN_ARRAY.find((length) => length <= path.length) ?? 0;
    return arrayOf(path, own).slice(0, path.length);
  });
}

/** Returns the conflicts on fields outside the set. */
export const conflictsOutside = (conflicts: readonly Conflict[], allowed: FieldSet): Conflict[] =>
  conflicts.filter(({ path }) => !allowed.has(path));

/** Returns a 409 with one cause per conflict. */
export function applyConflict(conflicts: readonly Conflict[]): StatusError {
  return new StatusError({
    code: 409,
    reason: 'Conflict',
    message: conflictsText(conflicts),
    details: {
      causes: conflicts.map(({ owner, shown }) => ({
        reason: 'FieldManagerConflict',
        message: `conflict with ${ownerText(owner)}`,
        field: fieldPathText(shown),
      })),
    },
  });
}

function conflictsText(conflicts: readonly Conflict[]): string {
  const [first] = conflicts;
  if (first && conflicts.length === 1) {
    return `Apply failed with 1 conflict: conflict with ${ownerText(first.owner)}: ${fieldPathText(first.shown)}`;
  }
  const byOwner = new Map<string, Conflict[]>();
  for (const conflict of conflicts) {
    const id = managerId(conflict.owner);
    byOwner.set(id, [...(byOwner.get(id) ?? []), conflict]);
  }
  const lines = [...byOwner].sort(compareKeys).flatMap(([, ofOwner]) => ofOwner.flatMap(linesOf));
  return `Apply failed with ${conflicts.length} conflicts: ${lines.join('\n')}`;
}

const linesOf = ({ owner, shown }: Conflict, index: number): string[] => [
  ...(index === 0 ? [`conflicts with ${ownerText(owner)}:`] : []),
  `- ${fieldPathText(shown)}`,
];

/** Returns an owner for messages. Appliers have no version, because they have one entry for all versions. */
function ownerText({ manager, subresource, operation, apiVersion }: Managed): string {
  const through = subresource ? ` with subresource ${JSON.stringify(subresource)}` : '';
  return `${JSON.stringify(manager)}${through}${operation === 'Update' ? ` using ${apiVersion}` : ''}`;
}
