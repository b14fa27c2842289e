import type { ApiObject } from '../../../api/object.ts';
import { isTransient } from '../../../api/transient-objects.ts';
import type { DiscoveredResource } from '../../../client/discovery.ts';
import { groupResourceKey } from '../../../client/discovery.ts';
import type { CollectedObject } from '../../../client/manifests/collect-objects.ts';
import { type FieldChange, meaningfulChanges } from '../objects/object-difference.ts';

/** An object that differs between two moments. */
export interface ObjectDifference {
  /** Identifies the object among others. */
  readonly key: string;
  readonly resource: DiscoveredResource;
  /** Undefined when the object did not exist at the first moment. */
  readonly before: ApiObject | undefined;
  /** Undefined when the object does not exist at the second moment. */
  readonly after: ApiObject | undefined;
  /** The changed fields; none for objects that were created or deleted. */
  readonly changes: readonly FieldChange[];
}

/** Returns the objects that differ between two moments, sorted by kind, namespace and name. Leases and Events are left out. */
export function compareObjects(
  before: readonly CollectedObject[],
  after: readonly CollectedObject[],
): readonly ObjectDifference[] {
  const former = byKey(before);
  const latter = byKey(after);
  return [...new Set([...former.keys(), ...latter.keys()])].sort().flatMap((key) => {
    const [then, now] = [former.get(key), latter.get(key)];
    const resource = (now ?? then)?.resource;
    return (resource && compareStates(resource, then?.object, now?.object)) ?? [];
  });
}

/** Compares two states of an object, of any kind. Returns undefined when they are equal or neither exists. */
export function compareStates(
  resource: DiscoveredResource,
  before: ApiObject | undefined,
  after: ApiObject | undefined,
): ObjectDifference | undefined {
  const object = after ?? before;
  if (!object) return undefined;
  const changes = before && after ? meaningfulChanges(before, after) : [];
  if (before && after && changes.length === 0) return undefined;
  return { key: keyOf({ resource, object }), resource, before, after, changes };
}

const byKey = (objects: readonly CollectedObject[]): Map<string, CollectedObject> =>
  new Map(objects.filter(({ object }) => !isTransient(object)).map((collected) => [keyOf(collected), collected]));

const keyOf = ({ resource, object: { metadata } }: CollectedObject): string =>
  `${groupResourceKey(resource)} ${metadata.namespace ?? ''}/${metadata.name ?? ''}`;

/** What happened to an object between the moments. */
export const effectOf = ({ before, after }: ObjectDifference): 'created' | 'changed' | 'deleted' =>
  before ? (after ? 'changed' : 'deleted') : 'created';
