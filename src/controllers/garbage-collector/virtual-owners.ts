import { coordinatesOf, hasCoordinates, identityKey, type ObjectIdentity } from './object-identity.ts';
import type { ObjectNode } from './object-node.ts';

/** The dependents of a UID, by whether their references match its other coordinates. One node can be in both lists. */
export interface PartitionedDependents {
  readonly matching: readonly ObjectNode[];
  readonly different: readonly ObjectNode[];
}

/** Partitions dependents by whether they refer to exactly this owner. */
export function partitionDependents(dependents: Iterable<ObjectNode>, owner: ObjectIdentity): PartitionedDependents {
  const matching: ObjectNode[] = [];
  const different: ObjectNode[] = [];
  for (const dependent of dependents) {
    const isElsewhere = owner.namespace !== '' && owner.namespace !== dependent.identity.namespace;
    const references = dependent.state.owners.filter(({ uid }) => uid === owner.uid);
    if (!isElsewhere && references.some((reference) => hasCoordinates(reference, owner))) matching.push(dependent);
    if (isElsewhere || references.some((reference) => !hasCoordinates(reference, owner))) different.push(dependent);
  }
  return { matching, different };
}

/**
 * Returns another identity by which dependents reference an absent owner: the next in a fixed order, so that repeated
 * calls reach them all.
 */
export function alternateIdentity(
  dependents: readonly ObjectNode[],
  absent: ObjectIdentity,
): ObjectIdentity | undefined {
  const alternates = new Map<string, ObjectIdentity>();
  for (const { identity, state } of dependents)
    for (const reference of state.owners) {
      const isOther =
        !hasCoordinates(reference, absent) || (absent.namespace !== '' && absent.namespace !== identity.namespace);
      if (reference.uid !== absent.uid || !isOther) continue;
      const alternate = { ...coordinatesOf(reference), namespace: identity.namespace };
      alternates.set(identityKey(alternate), alternate);
    }
  const keys = [...alternates.keys()].sort();
  const following = keys.find((key) => key > identityKey(absent)) ?? keys[0];
  return following === undefined ? undefined : alternates.get(following);
}
