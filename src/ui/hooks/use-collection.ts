import { useCallback, useEffect, useMemo, useState } from 'react';
import { createStore } from 'zustand/vanilla';
import { DEBUG_GROUP } from '../../api/debug/access-explanation.ts';
import type { ApiObject } from '../../api/object.ts';
import { objectKey } from '../../client/object-key.ts';
import { type CollectionOptions, objectSource } from '../../client/object-source.ts';
import { polledSource } from '../../client/polled-source.ts';
import type { ReflectorSource } from '../../client/reflector.ts';
import type { ResourceAddress } from '../../client/resource-path.ts';
import { type TableColumnDefinition, type TableOptions, type TableRow, tableSource } from '../../client/table.ts';
import { type CollectionState, createCollectionStore, NOT_LOADED } from '../state/stores/collection-store.ts';
import { mergeCollections } from '../state/stores/merged-collection.ts';
import { useApplication, useDiscovery, useIdentityKey } from './use-application.ts';
import { useLiveStore } from './use-live-store.ts';

const EMPTY = createStore<CollectionState<never>>()(() => NOT_LOADED);

/** Collections that are shown as one: the same resource in several namespaces. Undefined for none. */
export type Addresses = ResourceAddress | readonly ResourceAddress[] | undefined;

/** Returns the live objects of collections as the current identity. */
export function useCollection<T extends ApiObject>(
  address: Addresses,
  options: CollectionOptions = {},
): CollectionState<T> {
  const { client } = useApplication();
  const sourceOf = useCallback(
    (at: ResourceAddress, selection: CollectionOptions) => objectSource<T>(client, at, selection),
    [client],
  );
  return useFollowed<T>(address, options, sourceOf, objectKey);
}

const NO_COLUMNS: readonly TableColumnDefinition[] = [];

/** Returns the live rows and columns of the server's table of collections. */
export function useTable(
  address: Addresses,
  options: TableOptions = {},
): CollectionState<TableRow> & { readonly columns: readonly TableColumnDefinition[] } {
  const { client } = useApplication();
  const [columns, setColumns] = useState(NO_COLUMNS);
  const sourceOf = useCallback(
    (at: ResourceAddress, selection: CollectionOptions) =>
      tableSource(client, at, selection, (listed) =>
        // Each of several namespaces lists the same columns.
        setColumns((known) => (JSON.stringify(known) === JSON.stringify(listed) ? known : listed)),
      ),
    [client],
  );
  return { ...useFollowed(address, options, sourceOf, rowKey), columns };
}

const rowKey = (row: TableRow): string => objectKey(row.object);

function useFollowed<T>(
  given: Addresses,
  options: CollectionOptions,
  sourceOf: (address: ResourceAddress, options: CollectionOptions) => ReflectorSource<T>,
  keyOf: (item: T) => string,
): CollectionState<T> {
  const { clock, random } = useApplication().platform;
  const addresses = given === undefined ? [] : [given].flat();
  const isListedAsWatchable = useIsWatchable(addresses[0]);
  // Reads are recorded only while a watch requests them.
  const isWatchable = isListedAsWatchable || options.includeReads === true;
  // Callers create address and options on every render: only their content may restart the watch.
  const key = JSON.stringify({ identity: useIdentityKey(), addresses, options, isWatchable });
  const collection = useMemo(() => {
    const wanted = JSON.parse(key) as Wanted;
    const parts = wanted.addresses.map((address) => {
      const watched = sourceOf(address, wanted.options);
      const source = wanted.isWatchable ? watched : polledSource(watched, clock);
      return { name: address.namespace ?? '', ...createCollectionStore({ source, keyOf, clock, random }) };
    });
    return parts.length > 1 ? mergeCollections(parts) : parts[0];
  }, [key, sourceOf, keyOf, clock, random]);
  useEffect(() => collection?.start(), [collection]);
  return useLiveStore(collection?.store ?? EMPTY);
}

interface Wanted {
  readonly addresses: readonly ResourceAddress[];
  readonly options: CollectionOptions;
  readonly isWatchable: boolean;
}

/**
 * Reports whether a resource can be watched. A resource that discovery does not list may appear later. Resources of the
 * debug group are never listed, and are polled.
 */
function useIsWatchable(address: ResourceAddress | undefined): boolean {
  const { resources } = useDiscovery();
  const found = resources.find(
    ({ group, version, resource }) =>
      group === address?.group && version === address.version && resource === address.resource,
  );
  return found === undefined ? address?.group !== DEBUG_GROUP : found.verbs.includes('watch');
}
