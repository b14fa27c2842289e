import { dialectNamed } from '../../api/dialect.ts';
import { type ApiObject, apiVersionOf, isNamespaces } from '../../api/object.ts';
import type { ApiClient, ObjectList } from '../../client/api-client.ts';
import { type DiscoveredResource, type Discovery, preferredResources } from '../../client/discovery.ts';
import { listPages } from '../../client/list-pages.ts';
import { mapConcurrently } from '../../client/map-concurrently.ts';
import { type KindKey, kindKey } from '../../client/objects/kind-key.ts';
import { KIND_LINKS } from '../../client/relations/kind-links.ts';
import type { KnownObjects } from '../../client/relations/relations-of.ts';
import type { ResourceAddress } from '../../client/resource-path.ts';
import { dialectOf } from '../state/dialect-names.ts';
import { MOST_NAMESPACES } from '../state/namespaces.ts';
import { addressesIn } from '../state/objects/addresses.ts';
import type { ObjectName } from './delete-objects.ts';

/** The input of a deletion plan. */
export interface ReadDeletion {
  /** The objects to delete that exist. */
  readonly roots: readonly ApiObject[];
  readonly known: KnownObjects;
  /** The kinds that could not be listed. */
  readonly unknown: readonly string[];
  /** False while only the first page of each kind is known. */
  readonly isComplete: boolean;
}

/** Events have no owners, and the deletion of the objects that they are about does not break them. */
const IGNORED = new Set(['events']);

/**
 * Reads all objects that a deletion can affect. Dependents are in the namespace of their owner, and only some kinds refer
 * to objects of other namespaces. Yields what the first page of each kind shows, which is soon, and then everything.
 */
export async function* readDeletion(
  client: ApiClient,
  discovery: Discovery,
  resource: DiscoveredResource,
  names: readonly ObjectName[],
  signal: AbortSignal,
): AsyncGenerator<ReadDeletion, void, void> {
  const dialect = dialectNamed(dialectOf(discovery));
  const namespaces = namespacesOf(resource, names);
  const known = new Map<KindKey, readonly ApiObject[]>();
  const unknown = new Set<string>();
  const readersOf = (listed: DiscoveredResource) => {
    const isWithin = !KIND_LINKS[kindKey(listed, dialect)]?.crossesNamespaces;
    return addressesIn(listed, isWithin ? namespaces : []).map((address) => readPages(listed, address));
  };
  const readPages = ({ group, version, kind }: DiscoveredResource, address: ResourceAddress) => {
    const key = kindKey({ group, kind }, dialect);
    const pages = listPages<ObjectList>(client, address, { signal });
    /** Reads one page. Returns whether it was the last one. */
    return async (): Promise<boolean> => {
      try {
        const { value } = await pages.next();
        if (!value) return true;
        // Items of lists lack their kind.
        const items = value.items.map((item) => ({ ...item, apiVersion: apiVersionOf(group, version), kind }));
        known.set(key, [...(known.get(key) ?? []), ...items]);
        return !value.metadata.continue;
      } catch {
        unknown.add(kind);
        return true;
      }
    };
  };
  const kinds = preferredResources(discovery).filter(
    ({ verbs, resource: plural }) => verbs.includes('list') && verbs.includes('delete') && !IGNORED.has(plural),
  );
  const [roots, rest] = await Promise.all([
    readRoots(client, resource, names, signal),
    mapConcurrently(kinds.flatMap(readersOf), async (read) => ((await read()) ? undefined : read)),
  ]);
  const isComplete = rest.every((read) => read === undefined);
  yield { roots, known: new Map(known), unknown: [...unknown], isComplete };
  if (isComplete) return;
  await Promise.all(
    rest.map(async (read) => {
      while (read && !(await read()));
    }),
  );
  yield { roots, known, unknown: [...unknown], isComplete: true };
}

/** Returns those of the named objects that exist and can be read. */
async function readRoots(
  client: ApiClient,
  { group, version, resource, kind }: DiscoveredResource,
  names: readonly ObjectName[],
  signal: AbortSignal,
): Promise<readonly ApiObject[]> {
  const found = await Promise.allSettled(
    names.map(({ name, namespace }) =>
      client.get<ApiObject>({ group, version, resource, name, ...(namespace ? { namespace } : {}) }, { signal }),
    ),
  );
  return found.flatMap((settled) =>
    settled.status === 'fulfilled' ? [{ ...settled.value, apiVersion: apiVersionOf(group, version), kind }] : [],
  );
}

/** Returns the namespaces whose objects matter; none for all. Each needs requests of its own, so many are read as all. */
function namespacesOf(resource: DiscoveredResource, names: readonly ObjectName[]) {
  const namespaces = names.flatMap(
    ({ name, namespace }) => (isNamespaces(resource) ? name : resource.namespaced ? namespace : undefined) ?? [],
  );
  const distinct = [...new Set(namespaces)];
  return distinct.length > MOST_NAMESPACES ? [] : distinct;
}
