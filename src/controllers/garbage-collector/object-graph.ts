import type { ObjectMeta, OwnerReference } from '../../api/kinds/meta-v1.generated.ts';
import { isDeepEqual } from '../workloads/deep-equal.ts';
import type { AbsentOwners } from './absent-owners.ts';
import { coordinatesOf, hasCoordinates, isSameIdentity, type ObjectIdentity } from './object-identity.ts';
import { type NodeState, type ObjectNode, stateOf, UNKNOWN_STATE } from './object-node.ts';
import { alternateIdentity, partitionDependents } from './virtual-owners.ts';

/** Receives the work that results from changes of the graph, as UIDs. */
export interface GraphWork {
  /** Requests a check whether the object must be deleted. */
  attemptToDelete(uid: string): void;
  attemptToDeleteLater(uid: string): void;
  attemptToOrphan(uid: string): void;
  /** Reports that an object names an owner in another namespace. */
  invalidOwnerNamespace(node: ObjectNode, owner: OwnerReference): void;
}

/** The objects of the cluster by UID, with edges from owners to dependents, like the real controller's graph. */
export class ObjectGraph {
  readonly #nodes = new Map<string, ObjectNode>();
  readonly #absentOwners: AbsentOwners;
  readonly #work: GraphWork;

  constructor(absentOwners: AbsentOwners, work: GraphWork) {
    this.#absentOwners = absentOwners;
    this.#work = work;
  }

  get(uid: string): ObjectNode | undefined {
    return this.#nodes.get(uid);
  }

  /** Adds or updates an object that a list or a watch has shown. */
  observe(identity: ObjectIdentity, metadata: ObjectMeta): void {
    const state = stateOf(metadata);
    const known = this.#nodes.get(identity.uid);
    if (known) this.#update(known, identity, state);
    else this.#insert(identity, state);
  }

  /** Removes an object whose deletion a watch has shown. */
  remove(uid: string): void {
    const node = this.#nodes.get(uid);
    if (node) this.#remove(node);
  }

  /** Records that the server does not know an owner with this identity. */
  markAbsent(identity: ObjectIdentity): void {
    const node = this.#nodes.get(identity.uid);
    if (!node) return;
    const isSame = isSameIdentity(node.identity, identity);
    const { matching, different } = partitionDependents(node.dependents, identity);
    if (node.isVirtual ? different.length === 0 : isSame) {
      this.#remove(node);
      return;
    }
    if (matching.length > 0) this.#absentOwners.add(identity);
    for (const dependent of matching) this.#work.attemptToDelete(dependent.identity.uid);
    const alternate = node.isVirtual && isSame ? alternateIdentity(different, identity) : undefined;
    if (!alternate) return;
    node.identity = alternate;
    this.#work.attemptToDeleteLater(alternate.uid);
  }

  #insert(identity: ObjectIdentity, state: NodeState): void {
    const node: ObjectNode = { identity, state, dependents: new Set(), isVirtual: false };
    this.#nodes.set(identity.uid, node);
    this.#addToOwners(node, state.owners);
    this.#startDeletion(node, UNKNOWN_STATE);
  }

  #update(node: ObjectNode, identity: ObjectIdentity, state: NodeState): void {
    if (!isSameIdentity(node.identity, identity)) {
      for (const { identity: dependent } of partitionDependents(node.dependents, identity).different)
        this.#work.attemptToDelete(dependent.uid);
      node.identity = identity;
    }
    node.isVirtual = false;
    const previous = node.state;
    node.state = state;
    if (!isDeepEqual(previous.owners, state.owners)) this.#compareOwners(node, previous.owners);
    this.#startDeletion(node, previous);
  }

  #compareOwners(node: ObjectNode, previous: readonly OwnerReference[]): void {
    const { owners } = node.state;
    const removed = previous.filter(({ uid }) => !owners.some((owner) => owner.uid === uid));
    const added = owners.filter(({ uid }) => !previous.some((owner) => owner.uid === uid));
    const unblocked = previous.filter(({ uid, blockOwnerDeletion }) => {
      const now = owners.find((owner) => owner.uid === uid);
      return blockOwnerDeletion && !now?.blockOwnerDeletion;
    });
    // An owner that waits for its dependents may have waited for this object.
    for (const { uid } of unblocked) if (this.#nodes.has(uid)) this.#work.attemptToDelete(uid);
    this.#addToOwners(node, added);
    for (const { uid } of removed) this.#nodes.get(uid)?.dependents.delete(node);
  }

  #startDeletion({ identity, state, dependents }: ObjectNode, previous: NodeState): void {
    if (state.isOrphaning && !previous.isOrphaning) {
      this.#work.attemptToOrphan(identity.uid);
      return;
    }
    if (!state.isDeletingDependents || previous.isDeletingDependents) return;
    for (const dependent of dependents) this.#work.attemptToDelete(dependent.identity.uid);
    this.#work.attemptToDelete(identity.uid);
  }

  #addToOwners(node: ObjectNode, owners: readonly OwnerReference[]): void {
    let isDoubtful = false;
    for (const reference of owners) {
      const owner = this.#nodes.get(reference.uid);
      if (owner) {
        owner.dependents.add(node);
        isDoubtful ||= this.#isDoubtful(node, reference, owner);
      } else this.#addVirtualOwner(node, reference);
    }
    if (isDoubtful) this.#work.attemptToDelete(node.identity.uid);
  }

  /** Adds an owner that no watch has shown. The server decides whether it exists. */
  #addVirtualOwner(node: ObjectNode, reference: OwnerReference): void {
    const identity = { ...coordinatesOf(reference), namespace: node.identity.namespace };
    const owner = { identity, state: UNKNOWN_STATE, dependents: new Set([node]), isVirtual: true };
    this.#nodes.set(reference.uid, owner);
    this.#work.attemptToDelete(reference.uid);
  }

  /** Reports whether a reference may be invalid although its UID is known. */
  #isDoubtful(node: ObjectNode, reference: OwnerReference, owner: ObjectNode): boolean {
    const { namespace } = owner.identity;
    const isElsewhere = namespace !== node.identity.namespace;
    if (namespace !== '' && isElsewhere) {
      if (!owner.isVirtual) this.#work.invalidOwnerNamespace(node, reference);
      return true;
    }
    // A virtual owner without a namespace may be a namespaced object that a cluster-scoped object names by mistake.
    return !hasCoordinates(reference, owner.identity) || (isElsewhere && owner.isVirtual);
  }

  #remove(node: ObjectNode): void {
    const { identity, state, dependents } = node;
    this.#nodes.delete(identity.uid);
    for (const { uid } of state.owners) this.#nodes.get(uid)?.dependents.delete(node);
    if (dependents.size > 0) this.#absentOwners.add(identity);
    for (const dependent of dependents) this.#work.attemptToDelete(dependent.identity.uid);
    for (const { uid } of state.owners)
      if (this.#nodes.get(uid)?.state.isDeletingDependents) this.#work.attemptToDelete(uid);
  }
}
