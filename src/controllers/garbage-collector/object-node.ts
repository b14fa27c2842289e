import type { ObjectMeta, OwnerReference } from '../../api/kinds/meta-v1.generated.ts';
import type { ObjectIdentity } from './object-identity.ts';

export const ORPHAN_FINALIZER = 'orphan';
export const FOREGROUND_FINALIZER = 'foregroundDeletion';

/** The state of an object in the graph. */
export interface NodeState {
  readonly owners: readonly OwnerReference[];
  readonly isBeingDeleted: boolean;
  /** Its deletion waits until its dependents are orphaned. */
  readonly isOrphaning: boolean;
  /** Its deletion waits until its dependents are deleted. */
  readonly isDeletingDependents: boolean;
}

const NO_OWNERS: readonly OwnerReference[] = [];

/** Reads the part of an object's metadata that affects garbage collection. */
export function stateOf({ ownerReferences, deletionTimestamp, finalizers }: ObjectMeta): NodeState {
  const isBeingDeleted = deletionTimestamp !== undefined && deletionTimestamp !== null;
  return {
    owners: ownerReferences ?? NO_OWNERS,
    isBeingDeleted,
    isOrphaning: isBeingDeleted && (finalizers?.includes(ORPHAN_FINALIZER) ?? false),
    isDeletingDependents: isBeingDeleted && (finalizers?.includes(FOREGROUND_FINALIZER) ?? false),
  };
}

/** The state of an owner that no watch has shown yet. */
export const UNKNOWN_STATE: NodeState = {
  owners: NO_OWNERS,
  isBeingDeleted: false,
  isOrphaning: false,
  isDeletingDependents: false,
};

/** An object with its dependents. */
export interface ObjectNode {
  identity: ObjectIdentity;
  state: NodeState;
  readonly dependents: Set<ObjectNode>;
  /** Whether the object is known only from owner references and may not exist. */
  isVirtual: boolean;
}

/** Returns the dependents that block the node's foreground deletion. */
export const blockingDependents = ({ identity, dependents }: ObjectNode): ObjectNode[] =>
  [...dependents].filter(({ state }) =>
    state.owners.some(({ uid, blockOwnerDeletion }) => uid === identity.uid && blockOwnerDeletion),
  );
