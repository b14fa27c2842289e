import type { ApiObject } from '../../../api/object.ts';
import { isServerManager, withoutServerFields } from '../../../client/manifests/clean-objects.ts';
import { controllerOf } from '../../../client/objects/controller-of.ts';
import type { ObjectDifference } from './comparison.ts';

/** A write that restores an object. */
export interface RestoringWrite {
  readonly action: 'create' | 'update' | 'delete';
  readonly difference: ObjectDifference;
  /** The object to write; for a delete, the object as it is now. */
  readonly object: ApiObject;
  /** What else happens, as a sentence. */
  readonly note?: string;
}

/** An object that is left as it is, with the reason as a sentence. */
export interface LeftObject {
  readonly difference: ObjectDifference;
  readonly reason: string;
}

export interface Restoration {
  readonly writes: readonly RestoringWrite[];
  readonly left: readonly LeftObject[];
}

/**
 * Plans the writes that bring objects from the second moment of a comparison, which is now, back to the first.
 * Restored objects get new UIDs; their status is for controllers to write.
 */
export function planRestoration(differences: readonly ObjectDifference[]): Restoration {
  const writes: RestoringWrite[] = [];
  const left: LeftObject[] = [];
  for (const difference of differences) {
    const planned = planObject(difference);
    if (typeof planned === 'string') left.push({ difference, reason: planned });
    else writes.push(planned);
  }
  return { writes, left };
}

/** Fields that clients do not write. */
const NOT_WRITTEN = /^(status|metadata\.(uid|creationTimestamp|generation|deletion\w+|selfLink))\b/;

function planObject(difference: ObjectDifference): RestoringWrite | string {
  const { resource, before, after, changes } = difference;
  const object = after ?? before;
  if (!object) return 'It does not exist.';
  const isCore = resource.group === '';
  if (isCore && resource.kind === 'Node') return 'Nodes register themselves, and controllers taint them.';
  if (isCore && resource.kind === 'Endpoints' && isWrittenByServer(object))
    return 'Its controller writes it again from the Service and its pods.';
  const controller = controllerOf(object);
  if (controller) return `${controller.kind} ${controller.name} controls it, and is restored instead.`;
  const verb = before ? (after ? 'update' : 'create') : 'delete';
  if (!resource.verbs.includes(verb)) return `${resource.kind} objects cannot be ${verb}d.`;
  if (after?.metadata.deletionTimestamp) return 'It is being deleted.';
  const isNamespace = isCore && resource.kind === 'Namespace';
  if (!before)
    return { action: 'delete', difference, object, ...(isNamespace ? { note: NAMESPACE_NOTES.delete } : {}) };
  const wanted = writable(before);
  if (!after)
    return { action: 'create', difference, object: wanted, ...(isNamespace ? { note: NAMESPACE_NOTES.create } : {}) };
  if (changes.every(({ field }) => NOT_WRITTEN.test(field))) return 'Only its status or its identity differs.';
  // The resource version makes the update fail when somebody changed the object since the comparison.
  const { resourceVersion, uid } = after.metadata;
  return {
    action: 'update',
    difference,
    object: { ...wanted, metadata: { ...wanted.metadata, resourceVersion, uid } },
  };
}

const NAMESPACE_NOTES = {
  create: 'Its objects come back only when they are selected, too.',
  delete: 'All objects in it are deleted with it, selected or not.',
} as const;

const isWrittenByServer = ({ metadata: { managedFields = [] } }: ApiObject): boolean =>
  managedFields.some(({ manager }) => isServerManager(manager ?? ''));

/** Owners are named by UID: those that were deleted and restored have new ones. */
function writable(object: ApiObject): ApiObject {
  const { metadata, ...content } = withoutServerFields(object) as ApiObject;
  const { ownerReferences, selfLink, deletionTimestamp, deletionGracePeriodSeconds, ...kept } = metadata;
  return { ...content, metadata: kept };
}

/** Returns what a restoration does in a sentence: `2 objects are created, 1 is updated and 3 are deleted.` */
export function restorationText({ writes }: Restoration): string {
  const parts = (['create', 'update', 'delete'] as const).flatMap((action) => {
    const count = writes.filter((write) => write.action === action).length;
    return count === 0 ? [] : `${count} ${count === 1 ? 'object is' : 'objects are'} ${action}d`;
  });
  if (parts.length === 0) return 'Nothing is written.';
  const last = parts.at(-1) ?? '';
  return `${parts.length === 1 ? last : `${parts.slice(0, -1).join(', ')} and ${last}`}.`;
}
