import type { ApiObject } from '../../api/object.ts';
import type { ApiClient } from '../../client/api-client.ts';
import { ApiError } from '../../client/api-error.ts';
import type { ResourceAddress } from '../../client/resource-path.ts';
import type { MetadataClient } from '../metadata-client.ts';
import type { ObjectNode } from './object-node.ts';

const ATTEMPTS = 5;

export interface PatchClients {
  readonly client: ApiClient;
  readonly metadata: MetadataClient;
}

/** Removes the references to some owners, if the object still has the same UID. */
export function removeOwners(
  clients: PatchClients,
  address: ResourceAddress,
  { identity }: ObjectNode,
  uids: readonly string[],
): Promise<void> {
  const strategic = { uid: identity.uid, ownerReferences: uids.map((uid) => ({ $patch: 'delete', uid })) };
  return patchOwners(clients, address, strategic, (owners) => owners.filter(({ uid }) => !uids.includes(uid)));
}

/** Changes the references of an object so that it blocks no owner's deletion. */
export function unblockOwners(clients: PatchClients, address: ResourceAddress, node: ObjectNode): Promise<void> {
  const blocking = node.state.owners.filter(({ blockOwnerDeletion }) => blockOwnerDeletion);
  const ownerReferences = blocking.map((owner) => ({ ...owner, blockOwnerDeletion: false }));
  return patchOwners(clients, address, { uid: node.identity.uid, ownerReferences }, (owners) =>
    owners.map((owner) => (owner.blockOwnerDeletion ? { ...owner, blockOwnerDeletion: false } : owner)),
  );
}

type Owners = NonNullable<ApiObject['metadata']['ownerReferences']>;

/** Patches owner references. Custom resources do not support strategic merge patches, so their whole list is sent. */
async function patchOwners(
  { client, metadata }: PatchClients,
  address: ResourceAddress,
  strategic: object,
  change: (owners: Owners) => Owners,
): Promise<void> {
  try {
    await client.patch(address, 'strategic', { metadata: strategic });
  } catch (error) {
    if (!(error instanceof ApiError && error.code === 415)) throw error;
    const latest = await metadata.find(address);
    if (!latest) return;
    const { resourceVersion, uid, ownerReferences } = latest.metadata;
    const changed = change(ownerReferences ?? []);
    await client.patch(address, 'merge', { metadata: { resourceVersion, uid, ownerReferences: changed } });
  }
}

/** Removes a finalizer of an object; does nothing when either does not exist. */
export async function removeFinalizer(
  { client, metadata }: PatchClients,
  address: ResourceAddress,
  finalizer: string,
): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    const latest = await metadata.find(address);
    const { finalizers = [], resourceVersion } = latest?.metadata ?? {};
    if (!finalizers?.includes(finalizer)) return;
    const remaining = finalizers.filter((one) => one !== finalizer);
    try {
      await client.patch(address, 'merge', { metadata: { resourceVersion, finalizers: remaining } });
      return;
    } catch (error) {
      if (error instanceof ApiError && error.isNotFound) return;
      const isConflict = error instanceof ApiError && error.code === 409;
      if (!isConflict || attempt >= ATTEMPTS) throw error;
    }
  }
}
