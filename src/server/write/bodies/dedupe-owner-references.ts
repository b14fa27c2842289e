import type { ApiObject } from '../../../api/object.ts';

/**
 * Removes repeated owner references, like the real server, which does not reject them. Returns a warning about them.
 */
export function dedupeOwnerReferences(draft: ApiObject, isAdmitted: boolean): readonly string[] {
  const references = draft.metadata.ownerReferences;
  if (!references || references.length < 2) return [];
  const seen = new Map<string, (typeof references)[number]>();
  for (const reference of references) {
    const text = JSON.stringify(Object.entries(reference).sort(([a], [b]) => (a < b ? -1 : 1)));
    if (!seen.has(text)) seen.set(text, reference);
  }
  if (seen.size === references.length) return [];
  draft.metadata.ownerReferences = [...seen.values()];
  const uids = [
    ...new Set(
      references.filter(({ uid }) => references.filter((other) => other.uid === uid).length > 1).map(({ uid }) => uid),
    ),
  ];
  return [
    `.metadata.ownerReferences contains duplicate entries${isAdmitted ? ' after mutating admission happens' : ''}; API server dedups owner references in 1.20+, and may reject such requests as early as 1.24; please fix your requests; duplicate UID(s) observed: ${uids.join(', ')}`,
  ];
}
