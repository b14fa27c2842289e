import { type ApiObject, apiVersionOf } from '../../api/object.ts';
import type { ApiClient } from '../api-client.ts';
import { ApiError } from '../api-error.ts';
import { type DiscoveredResource, type Discovery, preferredResources } from '../discovery.ts';
import { mapConcurrently } from '../map-concurrently.ts';

/** An object with its resource from discovery. */
export interface CollectedObject {
  readonly resource: DiscoveredResource;
  readonly object: ApiObject;
}
export interface Collection {
  readonly objects: readonly CollectedObject[];
  /** Resources that the current identity cannot list, and those of extension API servers that are not available. */
  readonly unreadable: readonly DiscoveredResource[];
}

/** The response code for groups of unavailable extension API servers. */
const UNAVAILABLE = 503;

const PAGE = 500;

/**
 * Reads every object of a creatable kind once, even when several groups serve it. Kinds that the identity cannot list in all
 * namespaces are read in the given ones. @throws ApiError other than 403 and 503
 */
export async function collectObjects(
  client: ApiClient,
  discovery: Discovery,
  signal?: AbortSignal,
  namespaces: readonly string[] = [],
): Promise<Collection> {
  const resources = preferredResources(discovery).filter(
    ({ verbs }) => verbs.includes('list') && verbs.includes('create'),
  );
  const found = new Map<DiscoveredResource, readonly ApiObject[]>();
  const unreadable: DiscoveredResource[] = [];
  await mapConcurrently(resources, async (resource) => {
    try {
      found.set(resource, await listReadable(client, resource, namespaces, signal));
    } catch (error) {
      if (!(error instanceof ApiError && (error.isForbidden || error.code === UNAVAILABLE))) throw error;
      unreadable.push(resource);
    }
  });
  const seen = new Set<string>();
  const objects = resources.flatMap((resource) =>
    (found.get(resource) ?? []).flatMap((object) => {
      const uid = object.metadata.uid ?? '';
      if (uid !== '' && seen.has(uid)) return []; // Two groups serve events.
      seen.add(uid);
      return [{ resource, object }];
    }),
  );
  return { objects, unreadable };
}

/** Lists all namespaces or, when that is denied, the given ones. @throws ApiError */
async function listReadable(
  client: ApiClient,
  resource: DiscoveredResource,
  namespaces: readonly string[],
  signal: AbortSignal | undefined,
): Promise<readonly ApiObject[]> {
  try {
    return await listAll(client, resource, { signal });
  } catch (error) {
    const isDenied = error instanceof ApiError && error.isForbidden;
    if (!isDenied || !resource.namespaced || namespaces.length === 0) throw error;
    const lists = await Promise.all(namespaces.map((namespace) => listAll(client, resource, { namespace, signal })));
    return lists.flat();
  }
}

interface ListOptions {
  /** Undefined lists all namespaces. */
  readonly namespace?: string | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** Returns all objects of a resource, read page by page. @throws ApiError */
export async function listAll(
  client: ApiClient,
  resource: DiscoveredResource,
  { namespace, signal }: ListOptions = {},
): Promise<ApiObject[]> {
  const { group, version, resource: plural, kind } = resource;
  const objects: ApiObject[] = [];
  const address = { group, version, resource: plural, ...(namespace ? { namespace } : {}) };
  let next: string | undefined;
  do {
    const options = { limit: PAGE, ...(next ? { continue: next } : {}), ...(signal ? { signal } : {}) };
    const { items, metadata } = await client.list(address, options);
    for (const item of items ?? []) objects.push({ ...item, apiVersion: apiVersionOf(group, version), kind });
    next = metadata.continue;
  } while (next);
  return objects;
}
