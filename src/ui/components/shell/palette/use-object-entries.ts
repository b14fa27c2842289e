import { useNavigate } from '@tanstack/react-router';
import { useEffect, useMemo, useState } from 'react';
import { useStore } from 'zustand';
import { type ApiObject, groupResourceText } from '../../../../api/object.ts';
import type { ApiClient } from '../../../../client/api-client.ts';
import {
  type DiscoveredResource,
  type Discovery,
  findResource,
  preferredResources,
} from '../../../../client/discovery.ts';
import { useApplication, useDiscovery } from '../../../hooks/use-application.ts';
import { useNamespaces } from '../../../hooks/use-namespaces.ts';
import { addressesIn, objectParameters } from '../../../state/objects/addresses.ts';
import { favouriteResources } from '../../../state/objects/navigation.ts';
import type { PaletteEntry } from '../../../state/palette.ts';

/** Kinds that are searched in addition to the pinned ones. */
const SEARCHED = ['nodes', 'statefulsets', 'daemonsets', 'jobs', 'cronjobs', 'ingresses', 'serviceaccounts', 'roles'];
const MOST_OF_A_KIND = 500;
/** Only metadata is needed. */
const ACCEPT = [
  ...['meta.cluster.io', 'meta.k8s.io'].map((group) => `application/json;as=PartialObjectMetadataList;g=${group};v=v1`),
  'application/json',
].join(',');

/** Returns the objects of searched kinds and of the kind at the start of the query. */
export function useObjectEntries(query: string): readonly PaletteEntry[] {
  const { preferences } = useApplication();
  const discovery = useDiscovery();
  const favourites = useStore(preferences, (state) => state.favourites);
  const usual = useMemo(() => {
    const searched = SEARCHED.flatMap((name) => findResource(discovery, name) ?? []);
    return [...new Set([...favouriteResources(discovery, favourites), ...searched])];
  }, [discovery, favourites]);
  const first = resourceNamed(discovery, query);
  const named = useMemo(() => (first && !usual.includes(first) ? [first] : []), [first, usual]);
  const ofUsual = useEntriesOf(usual);
  const ofNamed = useEntriesOf(named);
  return useMemo(() => [...ofNamed, ...ofUsual], [ofNamed, ofUsual]);
}

/** Returns entries for the objects of some kinds in the selected namespaces. */
function useEntriesOf(resources: readonly DiscoveredResource[]): readonly PaletteEntry[] {
  const { client } = useApplication();
  const navigate = useNavigate();
  const namespaces = useNamespaces();
  const [found, setFound] = useState<readonly FoundObjects[]>([]);
  useEffect(() => {
    const abort = new AbortController();
    setFound([]);
    for (const resource of resources) {
      void listMetadata(client, resource, namespaces, abort.signal).then((objects) => {
        if (!abort.signal.aborted) setFound((before) => [...before, { resource, objects }]);
      });
    }
    return () => abort.abort();
  }, [client, resources, namespaces]);
  return useMemo(
    () =>
      found.flatMap(({ resource, objects }) =>
        objects.map(({ metadata }) => ({
          id: `object ${groupResourceText(resource)} ${metadata.namespace ?? ''}/${metadata.name}`,
          section: 'Objects',
          title: metadata.name ?? '',
          detail: metadata.namespace ? `${resource.kind} in ${metadata.namespace}` : resource.kind,
          words: [resource.resource, ...resource.shortNames],
          run: () =>
            void navigate({
              to: '/objects/$group/$version/$resource/$in/$name',
              params: objectParameters(resource, metadata),
            }),
        })),
      ),
    [found, navigate],
  );
}

interface FoundObjects {
  readonly resource: DiscoveredResource;
  readonly objects: readonly ApiObject[];
}

/** Returns the kind named by the first of several words. */
function resourceNamed(discovery: Discovery, query: string): DiscoveredResource | undefined {
  const [first = '', ...rest] = query.trim().toLowerCase().split(/\s+/);
  if (rest.length === 0) return undefined;
  return preferredResources(discovery).find(
    ({ resource, kind, shortNames, verbs }) =>
      verbs.includes('list') && [resource, kind.toLowerCase(), ...shortNames].includes(first),
  );
}

/** Returns the objects of a kind. Those that cannot be listed are left out. */
async function listMetadata(
  client: ApiClient,
  resource: DiscoveredResource,
  namespaces: readonly string[],
  signal: AbortSignal,
): Promise<readonly ApiObject[]> {
  const options = { limit: MOST_OF_A_KIND, accept: ACCEPT, signal };
  const lists = await Promise.allSettled(
    addressesIn(resource, namespaces).map((address) => client.list(address, options)),
  );
  return lists.flatMap((list) => (list.status === 'fulfilled' ? (list.value.items ?? []) : []));
}
