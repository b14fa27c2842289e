import { dialectNamed } from '../../api/dialect.ts';
import { type ApiObject, apiVersionOf } from '../../api/object.ts';
import type { ApiClient } from '../../client/api-client.ts';
import { type DiscoveredResource, type Discovery, preferredResources } from '../../client/discovery.ts';
import { type KindKey, kindKey } from '../../client/objects/kind-key.ts';
import { KIND_LINKS } from '../../client/relations/kind-links.ts';
import type { KnownObjects } from '../../client/relations/relations-of.ts';
import { dialectOf } from '../state/dialect-names.ts';
import type { ObjectName } from './delete-objects.ts';

/** The input of a deletion plan. */
export interface ReadDeletion {
  /** The objects to delete that exist. */
  readonly roots: readonly ApiObject[];
  readonly known: KnownObjects;
  /** The kinds that could not be listed. */
  readonly unknown: readonly string[];
}

/** Events have no owners, and the deletion of the objects that they are about does not break them. */
const IGNORED = new Set(['events']);

/**
 * Reads all objects that a deletion can affect. Dependents are in the namespace of their owner, and only some kinds refer
 * to objects of other namespaces.
 */
export async function readDeletion(
  client: ApiClient,
  discovery: Discovery,
  resource: DiscoveredResource,
  names: readonly ObjectName[],
  signal: AbortSignal,
): Promise<ReadDeletion> {
  const dialect = dialectNamed(dialectOf(discovery));
  const namespace = namespaceOf(resource, names);
  const known = new Map<KindKey, readonly ApiObject[]>();
  const unknown: string[] = [];
  const read = async (listed: DiscoveredResource): Promise<void> => {
    const { group, version, resource: plural, kind, namespaced } = listed;
    const key = kindKey(listed, dialect);
    const isWithin = namespaced && namespace && !KIND_LINKS[key]?.crossesNamespaces;
    try {
      const address = { group, version, resource: plural, ...(isWithin ? { namespace } : {}) };
      const { items } = await client.list<ApiObject>(address, { signal });
      // Items of lists lack their kind.
      known.set(
        key,
        items.map((item) => ({ ...item, apiVersion: apiVersionOf(group, version), kind })),
      );
    } catch {
      unknown.push(kind);
    }
  };
  await Promise.all(
    preferredResources(discovery)
      .filter(
        ({ verbs, resource: plural }) => verbs.includes('list') && verbs.includes('delete') && !IGNORED.has(plural),
      )
      .map(read),
  );
  const all = known.get(kindKey(resource, dialect)) ?? [];
  const roots = names.flatMap(({ name, namespace: within }) =>
    all.filter(({ metadata }) => metadata.name === name && (metadata.namespace ?? '') === (within ?? '')),
  );
  return { roots, known, unknown };
}

/** Returns the only namespace whose objects matter; undefined for all. */
function namespaceOf({ group, resource, namespaced }: DiscoveredResource, names: readonly ObjectName[]) {
  const isNamespace = group === '' && resource === 'namespaces';
  const [only, ...others] = new Set(
    names.map(({ name, namespace }) => (isNamespace ? name : namespaced ? namespace : undefined)),
  );
  return others.length === 0 ? only : undefined;
}
