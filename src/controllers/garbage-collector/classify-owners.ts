import type { OwnerReference } from '../../api/kinds/meta-v1.generated.ts';
import type { DiscoveredResource } from '../../client/discovery.ts';
import { addressOf, type MetadataClient } from '../metadata-client.ts';
import type { AbsentOwners } from './absent-owners.ts';
import { coordinatesOf, type ObjectIdentity } from './object-identity.ts';
import { stateOf } from './object-node.ts';

/** Finds the resource that serves a kind. @throws UnknownKind */
export type ResourceFinder = (kind: { readonly apiVersion: string; readonly kind: string }) => DiscoveredResource;

/** The server does not serve the kind, so whether its objects exist is unknown. */
export class UnknownKind extends Error {}

/** A cluster-scoped object names a namespaced owner, which cannot be found without its namespace. */
export class UnknownNamespace extends Error {}

/** The owner references of an object by the state of their owners. */
export interface ClassifiedOwners {
  /** Owners that keep the object. */
  readonly solid: readonly OwnerReference[];
  /** Owners that do not exist. */
  readonly dangling: readonly OwnerReference[];
  /** Owners whose deletion waits for their dependents. */
  readonly waiting: readonly OwnerReference[];
}

export interface OwnerLookup {
  readonly metadata: MetadataClient;
  readonly absentOwners: AbsentOwners;
  readonly resourceOf: ResourceFinder;
}

/** Looks up the owners of a dependent. @throws UnknownKind, UnknownNamespace, ApiError */
export async function classifyOwners(
  dependent: ObjectIdentity,
  owners: readonly OwnerReference[],
  lookup: OwnerLookup,
): Promise<ClassifiedOwners> {
  const solid: OwnerReference[] = [];
  const dangling: OwnerReference[] = [];
  const waiting: OwnerReference[] = [];
  for (const owner of owners) {
    const state = await ownerState(dependent, owner, lookup);
    if (!state) dangling.push(owner);
    else (state.isDeletingDependents ? waiting : solid).push(owner);
  }
  return { solid, dangling, waiting };
}

/** Returns undefined for an owner that does not exist. */
async function ownerState(
  dependent: ObjectIdentity,
  reference: OwnerReference,
  { metadata, absentOwners, resourceOf }: OwnerLookup,
) {
  const coordinates = coordinatesOf(reference);
  const { namespace } = dependent;
  if ([namespace, ''].some((place) => absentOwners.has({ ...coordinates, namespace: place }))) return undefined;
  const resource = resourceOf(reference);
  if (resource.namespaced && namespace === '') throw new UnknownNamespace();
  const place = resource.namespaced ? namespace : '';
  const owner = await metadata.find(addressOf(resource, place, reference.name));
  if (owner && owner.metadata.uid === reference.uid) return stateOf(owner.metadata);
  absentOwners.add({ ...coordinates, namespace: place });
  return undefined;
}
