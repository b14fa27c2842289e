import { dialectNamed } from '../../../api/dialect.ts';
import { findKind } from '../../../client/discovery.ts';
import { servedKind } from '../../../client/objects/kind-key.ts';
import { referenceAt } from '../../../client/relations/reference-at.ts';
import { useApplication, useDiscovery } from '../../hooks/use-application.ts';
import { useStableCallback } from '../../hooks/use-stable-callback.ts';
import { dialectOf } from '../../state/dialect-names.ts';
import type { NamesAt } from './monaco/name-completions.ts';
import { valueAt } from './value-at.ts';

/** Names that are offered for one field. */
const MOST_NAMES = 500;

/**
 * Returns the function that finds the names of the objects to which a field of a text can refer.
 * @param namespace of objects without one
 */
export function useNamesAt(namespace: string): NamesAt {
  const { client } = useApplication();
  const discovery = useDiscovery();
  return useStableCallback(async (text: string, offset: number) => {
    const dialect = dialectNamed(dialectOf(discovery));
    const found = valueAt(text, offset);
    if (!found) return undefined;
    const { object, path, start, end } = found;
    const placed = { ...object, metadata: { ...object.metadata, namespace: object.metadata.namespace || namespace } };
    const target = referenceAt(placed, path, dialect);
    const { group, kind } = target ? servedKind(target.kind, dialect) : { group: '', kind: '' };
    const served = findKind(discovery, kind, group);
    if (!target || !served) return undefined;
    const { version, resource, namespaced } = served;
    const address = {
      group,
      version,
      resource,
      ...(namespaced && target.namespace ? { namespace: target.namespace } : {}),
    };
    // Without the right to list them, no names are offered.
    const { items } = await client.list(address, { limit: MOST_NAMES }).catch(() => ({ items: [] }));
    return { start, end, kind, names: items.flatMap(({ metadata }) => metadata.name ?? []) };
  });
}
