import type { ApiObject } from '../../api/object.ts';
import type { Call } from '../context/call.ts';

/** The same owner named twice is kept once, with a warning: that is what the real server does instead of refusing. */
export function dedupeOwnerReferences(draft: ApiObject, call: Call, isAdmitted: boolean): void {
  const references = draft.metadata.ownerReferences;
  if (!references) return;
  const seen = new Map<string, (typeof references)[number]>();
  let changed = false;
  for (const reference of references) {
    const text = JSON.stringify(Object.entries(reference).sort(([a], [b]) => (a < b ? -1 : 1)));
    if (seen.has(text)) changed = true;
    else seen.set(text, reference);
  }
  if (!changed) return;
  draft.metadata.ownerReferences = [...seen.values()];
  const uids = [
    ...new Set(
      references.filter(({ uid }) => references.filter((other) => other.uid === uid).length > 1).map(({ uid }) => uid),
    ),
  ];
  call.warnings.push(
    `.metadata.ownerReferences contains duplicate entries${isAdmitted ? ' after mutating admission happens' : ''}; API server dedups owner references in 1.20+, and may reject such requests as early as 1.24; please fix your requests; duplicate UID(s) observed: ${uids.join(', ')}`,
  );
}
