import { useNavigate, useSearch } from '@tanstack/react-router';
import { useMemo } from 'react';
import { groupResourceText } from '../../../../api/object.ts';
import { findResource, preferredResources } from '../../../../client/discovery.ts';
import { useDiscovery } from '../../../hooks/use-application.ts';
import { useCollection } from '../../../hooks/use-collection.ts';
import { completeNamespaces, readNamespaces } from '../../../state/namespaces.ts';
import { resourceParameters } from '../../../state/objects/addresses.ts';
import { pluralKind } from '../../../state/objects/navigation.ts';
import type { PaletteCommand, PaletteEntry } from '../../../state/palette.ts';

/** Returns the lists that a command such as `:po web -n shop,web` can mean; namespaces may be cut off. */
export function useCommandEntries(command: PaletteCommand | undefined): readonly PaletteEntry[] {
  const navigate = useNavigate();
  const discovery = useDiscovery();
  const selected = useSearch({ from: '__root__', select: (search) => search.namespace });
  const { items } = useCollection(findResource(discovery, 'namespaces'));
  return useMemo(() => {
    if (!command) return [];
    const { filter, namespace = selected } = command;
    const known = items.map(({ metadata }) => metadata.name ?? '');
    const namespaces = completeNamespaces(namespace, known);
    const kinds = preferredResources(discovery).filter(({ verbs }) => verbs.includes('list'));
    return kinds.flatMap((resource) =>
      (resource.namespaced ? namespaces : [undefined]).map((each): PaletteEntry => {
        const where = resource.namespaced
          ? each
            ? `in ${readNamespaces(each).join(', ')}`
            : 'in all namespaces'
          : groupResourceText(resource);
        return {
          id: `command ${groupResourceText(resource)} ${each ?? ''}`,
          section: 'Lists',
          title: pluralKind(resource),
          detail: filter ? `${where}, filtered by ${filter}` : where,
          words: [resource.resource, resource.kind, ...resource.shortNames],
          run: () =>
            void navigate({
              to: '/objects/$group/$version/$resource',
              params: resourceParameters(resource),
              search: { namespace: each, filter: filter || undefined },
            }),
        };
      }),
    );
  }, [command, selected, items, discovery, navigate]);
}
