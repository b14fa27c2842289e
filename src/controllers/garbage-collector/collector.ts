import type { ApiClient } from '../../client/api-client.ts';
import { ApiError } from '../../client/api-error.ts';
import type { ResourceAddress } from '../../client/resource-path.ts';
import { addressOf } from '../metadata-client.ts';
import { type ClassifiedOwners, classifyOwners, type OwnerLookup, UnknownNamespace } from './classify-owners.ts';
import type { ObjectGraph } from './object-graph.ts';
import type { ObjectIdentity } from './object-identity.ts';
import { blockingDependents, FOREGROUND_FINALIZER, type ObjectNode, ORPHAN_FINALIZER } from './object-node.ts';
import { type PatchClients, removeFinalizer, removeOwners, unblockOwners } from './owner-patches.ts';

export interface CollectorOptions extends OwnerLookup {
  readonly graph: ObjectGraph;
  /** Requests another attempt to delete an object. */
  attemptToDelete(uid: string): void;
}

type Policy = 'Foreground' | 'Orphan' | 'Background';

/** Deletes objects whose owners are gone, and completes the deletion of owners that wait for their dependents. */
export class Collector {
  readonly #options: CollectorOptions;

  constructor(options: CollectorOptions) {
    this.#options = options;
  }

  /**
   * Deletes the object if it has owners and none of them exists. Returns whether to retry because no watch has shown
   * the object yet.
   * @param client states the cause of its writes
   * @throws UnknownKind, ApiError
   */
  async attemptToDelete(uid: string, client: ApiClient): Promise<boolean> {
    const node = this.#options.graph.get(uid);
    // Its deletion has begun, and the watch will report it.
    if (!node || (node.state.isBeingDeleted && !node.state.isDeletingDependents)) return false;
    try {
      return (await this.#attempt(node, client)) && node.isVirtual;
    } catch (error) {
      // A retry would not help.
      if (error instanceof UnknownNamespace) return false;
      throw error;
    }
  }

  /**
   * Removes the owner's references from its dependents, then the finalizer that delays the owner's deletion.
   * @throws ApiError
   */
  async attemptToOrphan(uid: string, client: ApiClient): Promise<void> {
    const owner = this.#options.graph.get(uid);
    if (!owner) return;
    const clients = this.#clients(client);
    await Promise.all([...owner.dependents].map((dependent) => this.#orphan(dependent, uid, clients)));
    await removeFinalizer(clients, this.#addressOf(owner.identity), ORPHAN_FINALIZER);
  }

  async #orphan(dependent: ObjectNode, owner: string, clients: PatchClients): Promise<void> {
    try {
      await removeOwners(clients, this.#addressOf(dependent.identity), dependent, [owner]);
    } catch (error) {
      if (!(error instanceof ApiError && error.isNotFound)) throw error;
    }
  }

  /** Attempts the deletion. Returns false when the object does not exist. */
  async #attempt(node: ObjectNode, client: ApiClient): Promise<boolean> {
    const { graph, metadata } = this.#options;
    const { identity } = node;
    const clients = this.#clients(client);
    const address = this.#addressOf(identity);
    const latest = await metadata.find(address);
    if (latest?.metadata.uid !== identity.uid) {
      graph.markAbsent(identity);
      return false;
    }
    if (node.state.isDeletingDependents) {
      await this.#finishForeground(node, address, clients);
      return true;
    }
    const owners = latest.metadata.ownerReferences ?? [];
    if (owners.length === 0) return true;
    const classified = await classifyOwners(identity, owners, this.#options);
    if (classified.solid.length > 0) await this.#dropOthers(node, address, classified, clients);
    else await this.#delete(node, address, latest.metadata.finalizers ?? [], classified, clients);
    return true;
  }

  /** Completes the deletion of an owner whose blocking dependents are gone. */
  async #finishForeground(node: ObjectNode, address: ResourceAddress, clients: PatchClients): Promise<void> {
    const blocking = blockingDependents(node);
    if (blocking.length === 0) await removeFinalizer(clients, address, FOREGROUND_FINALIZER);
    for (const { identity, state } of blocking)
      if (!state.isDeletingDependents) this.#options.attemptToDelete(identity.uid);
  }

  /** Removes dangling and waiting owners. A waiting owner would wait forever for an object that another owner keeps. */
  async #dropOthers(
    node: ObjectNode,
    address: ResourceAddress,
    { dangling, waiting }: ClassifiedOwners,
    clients: PatchClients,
  ): Promise<void> {
    const uids = [...dangling, ...waiting].map(({ uid }) => uid);
    if (uids.length > 0) await removeOwners(clients, address, node, uids);
  }

  async #delete(
    node: ObjectNode,
    address: ResourceAddress,
    finalizers: readonly string[],
    { waiting }: ClassifiedOwners,
    clients: PatchClients,
  ): Promise<void> {
    if (waiting.length === 0 || node.dependents.size === 0) {
      await deleteObject(node, address, policyOf(finalizers), clients);
      return;
    }
    // Owners that wait for each other would do so forever.
    const isCircle = [...node.dependents].some(({ state }) => state.isDeletingDependents);
    if (isCircle) await unblockOwners(clients, address, node);
    await deleteObject(node, address, 'Foreground', clients);
  }

  #clients(client: ApiClient): PatchClients {
    return { client, metadata: this.#options.metadata };
  }

  #addressOf(identity: ObjectIdentity): ResourceAddress {
    const resource = this.#options.resourceOf(identity);
    if (resource.namespaced && identity.namespace === '') throw new UnknownNamespace();
    return addressOf(resource, resource.namespaced ? identity.namespace : '', identity.name);
  }
}

async function deleteObject(
  { identity }: ObjectNode,
  address: ResourceAddress,
  propagationPolicy: Policy,
  { client }: PatchClients,
): Promise<void> {
  await client.delete(address, { propagationPolicy, preconditions: { uid: identity.uid } });
}

/** Returns the policy of the object's own deletion, so that it is preserved. */
function policyOf(finalizers: readonly string[]): Policy {
  if (finalizers.includes(ORPHAN_FINALIZER)) return 'Orphan';
  return finalizers.includes(FOREGROUND_FINALIZER) ? 'Foreground' : 'Background';
}
