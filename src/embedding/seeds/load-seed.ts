import type { Clock } from '../../api/environment.ts';
import { errorText } from '../../api/error-text.ts';
import type { ApiClient } from '../../client/api-client.ts';
import { ApiError } from '../../client/api-error.ts';
import { type DiscoveredResource, discover, findServedKind } from '../../client/discovery.ts';
import { withoutServerFields } from '../../client/manifests/clean-objects.ts';
import { writeOrder } from '../../client/manifests/write-order.ts';
import type { ResourceAddress } from '../../client/resource-path.ts';
import type { KubernetesObject, Seed } from '../cluster.ts';
import { awaitServed } from './await-served.ts';
import { withDefaultAccount } from './default-account.ts';
import { readSeed, type SeedObject } from './read-seed.ts';

const FIELD_MANAGER = 'tabplane';
const DEFINITIONS = 'customresourcedefinitions';

/**
 * Applies the objects of a seed, dependencies first, and takes over fields of other managers. Also applies statuses.
 * Resolves when the kinds of new definitions are served.
 * @returns the stored objects, in the order of the seed
 * @throws Error that names the document and has the server's message; objects that were already applied stay
 */
export async function loadSeed(client: ApiClient, seed: Seed, clock: Clock): Promise<readonly KubernetesObject[]> {
  const objects = readSeed(seed);
  const all = objects.map(({ object }) => object);
  const apiVersions = new Set(all.map(({ apiVersion }) => apiVersion));
  const discoverKinds = () => discover(client, undefined, (apiVersion) => apiVersions.has(apiVersion));
  let discovery = await discoverKinds();
  const stored: KubernetesObject[] = [];
  for (const index of writeOrder(all, discovery)) {
    const one = objects[index];
    if (!one) continue;
    const resource = findServedKind(discovery, one.object);
    const written = await named(one, () =>
      withDefaultAccount(client, one.object.metadata.namespace ?? 'default', () => apply(client, one.object, resource)),
    );
    stored[index] = written;
    if (resource?.resource !== DEFINITIONS) continue;
    await named(one, () => awaitServed(client, written, clock));
    discovery = await discoverKinds();
  }
  return stored;
}

async function apply(
  client: ApiClient,
  object: KubernetesObject,
  resource: DiscoveredResource | undefined,
): Promise<KubernetesObject> {
  if (!resource)
    throw new Error(`no matches for kind ${JSON.stringify(object.kind)} in version "${object.apiVersion}"`);
  const { group, version, namespaced, subresources } = resource;
  const { name, namespace = 'default' } = object.metadata;
  const collection = { group, version, resource: resource.resource, ...(namespaced ? { namespace } : {}) };
  const intent = withoutServerFields(object);
  // Server-side apply needs a name.
  if (!name) return client.create(collection, intent as KubernetesObject, { fieldManager: FIELD_MANAGER });
  const address: ResourceAddress = { ...collection, name };
  const options = { fieldManager: FIELD_MANAGER, force: true };
  const written = await client.apply<KubernetesObject>(address, intent, options);
  if (object.status === undefined || !subresources.includes('status')) return written;
  const { apiVersion, kind, status } = object;
  const body = { apiVersion, kind, metadata: { name, ...(namespaced ? { namespace } : {}) }, status };
  return client.apply({ ...address, subresource: 'status' }, body, options);
}

/** Adds the position of the object to errors of the work. */
async function named<T>({ place, object }: SeedObject, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const name = object.metadata.name ?? object.metadata.generateName ?? '';
    const problem = error instanceof ApiError ? error.status.message : errorText(error);
    throw new Error(`${place} (${object.kind} ${name}): ${problem}`, { cause: error });
  }
}
