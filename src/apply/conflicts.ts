import { StatusError } from '../api/status.ts';
import { type FieldPath, fieldPathText } from './field-path.ts';
import type { FieldSet } from './field-set.ts';
import { type Managed, type Managers, managerId } from './managers/managers.ts';

/** A field that the applier wants to change but another manager owns. */
export interface Conflict {
  readonly owner: Managed;
  readonly path: FieldPath;
}

export const conflictsOf = (fields: ReadonlyMap<string, FieldSet>, managers: Managers): Conflict[] =>
  [...fields].flatMap(([id, set]) => {
    const owner = managers.get(id);
    return owner ? [...set.paths()].map((path) => ({ owner, path })) : [];
  });

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
      causes: conflicts.map(({ owner, path }) => ({
        reason: 'FieldManagerConflict',
        message: `conflict with ${ownerText(owner)}`,
        field: fieldPathText(path),
      })),
    },
  });
}

function conflictsText(conflicts: readonly Conflict[]): string {
  const [first] = conflicts;
  if (first && conflicts.length === 1) {
    return `Apply failed with 1 conflict: conflict with ${ownerText(first.owner)}: ${fieldPathText(first.path)}`;
  }
  const byOwner = new Map<string, Conflict[]>();
  for (const conflict of conflicts) {
    const id = managerId(conflict.owner);
    byOwner.set(id, [...(byOwner.get(id) ?? []), conflict]);
  }
  const lines = [...byOwner].sort(([a], [b]) => (a < b ? -1 : 1)).flatMap(([, ofOwner]) => ofOwner.flatMap(linesOf));
  return `Apply failed with ${conflicts.length} conflicts: ${lines.join('\n')}`;
}

const linesOf = ({ owner, path }: Conflict, index: number): string[] => [
  ...(index === 0 ? [`conflicts with ${ownerText(owner)}:`] : []),
  `- ${fieldPathText(path)}`,
];

/** Returns an owner for messages. Appliers have no version, because they have one entry for all versions. */
function ownerText({ manager, subresource, operation, apiVersion }: Managed): string {
  const through = subresource ? ` with subresource ${JSON.stringify(subresource)}` : '';
  return `${JSON.stringify(manager)}${through}${operation === 'Update' ? ` using ${apiVersion}` : ''}`;
}
