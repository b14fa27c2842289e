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

/** How a seed is loaded. */
export interface LoadSeedOptions {
  /** Largest number of objects of a kind that are written at once. Defaults to 1, so that each load has the same order. */
  readonly atOnce?: number;
  /** Called after each write with the number of objects that are written, and of all. */
  readonly onProgress?: (written: number, all: number) => void;
}

/**
 * Applies the objects of a seed, dependencies first, and takes over fields of other managers. Also applies statuses.
 * Resolves when the kinds of new definitions are served.
 * @returns the stored objects, in the order of the seed
 * @throws Error that names the document and has the server's message; objects that were already applied stay
 */
export async function loadSeed(
  client: ApiClient,
  seed: Seed,
  clock: Clock,
  { atOnce = 1, onProgress }: LoadSeedOptions = {},
): Promise<readonly KubernetesObject[]> {
  const objects = readSeed(seed);
  const all = objects.map(({ object }) => object);
  const apiVersions = new Set(all.map(({ apiVersion }) => apiVersion));
  const discoverKinds = () => discover(client, undefined, (apiVersion) => apiVersions.has(apiVersion));
  let discovery = await discoverKinds();
  const stored: KubernetesObject[] = [];
  let written = 0;
  for (const batch of batchesOf(writeOrder(all, discovery), all, atOnce)) {
    const known = discovery;
    const areDefinitions = await Promise.all(
      batch.map(async (index) => {
        const one = objects[index];
        if (!one) return false;
        const resource = findServedKind(known, one.object);
        const { namespace = 'default' } = one.object.metadata;
        const object = await named(one, () =>
          withDefaultAccount(client, namespace, () => apply(client, one.object, resource)),
        );
        stored[index] = object;
        written += 1;
        onProgress?.(written, all.length);
        if (resource?.resource !== DEFINITIONS) return false;
        await named(one, () => awaitServed(client, object, clock));
        return true;
      }),
    );
    if (areDefinitions.includes(true)) discovery = await discoverKinds();
  }
  return stored;
}

/** Splits an order into batches of objects of one kind, with at most `size` each. */
function batchesOf(order: readonly number[], objects: readonly KubernetesObject[], size: number): number[][] {
  const batches: number[][] = [];
  for (const index of order) {
    const last = batches.at(-1);
    const isSameKind = objects[last?.[0] ?? -1]?.kind === objects[index]?.kind;
    if (last && isSameKind && last.length < size) last.push(index);
    else batches.push([index]);
  }
  return batches;
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
