import { useEffect, useMemo } from 'react';
import { createStore } from 'zustand/vanilla';
import { dialectNamed } from '../../api/dialect.ts';
import type { ApiObject } from '../../api/object.ts';
import { type DiscoveredResource, findKind } from '../../client/discovery.ts';
import { objectKey } from '../../client/object-key.ts';
import { objectSource } from '../../client/object-source.ts';
import { type KindKey, servedKind } from '../../client/objects/kind-key.ts';
import {
  type KnownObjects,
  type NeededCollection,
  neededCollections,
  type Relation,
  relationsOf,
} from '../../client/relations/relations-of.ts';
import { dialectOf } from '../state/dialect-names.ts';
import { createCollectionStore } from '../state/stores/collection-store.ts';
import { useApplication, useDiscovery, useIdentityKey } from './use-application.ts';
import { useLiveStore } from './use-live-store.ts';

export interface RelationsState {
  readonly relations: readonly Relation[];
  /** The collections in which relations were found, live. */
  readonly objects: KnownObjects;
  /** Whether every collection is loaded or denied. */
  readonly isLoaded: boolean;
  /** The kinds whose collections could not be read. */
  readonly unknown: readonly KindKey[];
}

interface Collections {
  readonly objects: KnownObjects;
  readonly unknown: readonly KindKey[];
}
const NONE: Collections = { objects: new Map(), unknown: [] };

/** A collection that the server serves. */
type ServedCollection = NeededCollection & { readonly resource: DiscoveredResource };

/** Returns the live relations from and to an object that the current identity may read; none without an object. */
export function useRelations(object: ApiObject | undefined): RelationsState {
  const dialect = dialectNamed(dialectOf(useDiscovery()));
  const followed = useKnownObjects(object ? neededCollections(object, dialect) : []);
  const { objects } = followed;
  const relations = useMemo(() => (object ? relationsOf(object, objects, dialect) : []), [object, objects, dialect]);
  return { ...followed, relations };
}

/** Returns the live objects of collections. Those that are not served, or cannot be watched, are left out. */
export function useKnownObjects(collections: readonly NeededCollection[]): Omit<RelationsState, 'relations'> {
  const { client, platform } = useApplication();
  const discovery = useDiscovery();
  const identity = useIdentityKey();
  const dialect = dialectNamed(dialectOf(discovery));
  // Every version of an object needs the same collections, which must not be reloaded.
  const key = JSON.stringify({
    identity,
    needed: collections.flatMap((need): ServedCollection[] => {
      const { group, kind } = servedKind(need.kind, dialect);
      const resource = findKind(discovery, kind, group);
      return resource?.verbs.includes('watch') ? [{ ...need, resource }] : [];
    }),
  });
  const followed = useMemo(() => {
    const { needed } = JSON.parse(key) as { readonly needed: readonly ServedCollection[] };
    const { clock, random } = platform;
    const collections = needed.map(({ kind, namespace, resource, labelSelector, fieldSelector }) => {
      const { group, version, resource: plural, namespaced } = resource;
      const address = { group, version, resource: plural, ...(namespaced && namespace ? { namespace } : {}) };
      const selection = { ...(labelSelector ? { labelSelector } : {}), ...(fieldSelector ? { fieldSelector } : {}) };
      const source = objectSource<ApiObject>(client, address, selection);
      return { kind, ...createCollectionStore({ source, keyOf: objectKey, clock, random }) };
    });
    const store = createStore<Collections>()(() => NONE);
    const update = () => {
      const states = collections.map(({ kind, store: each }) => ({ kind, ...each.getState() }));
      store.setState({
        objects: new Map(states.filter(({ isLoaded }) => isLoaded).map(({ kind, items }) => [kind, items])),
        unknown: states.filter(({ isLoaded, error }) => !isLoaded && error !== undefined).map(({ kind }) => kind),
      });
    };
    const start = () => {
      const stops = collections.flatMap(({ store: each, start: follow }) => [each.subscribe(update), follow()]);
      return () => {
        for (const stop of stops) stop();
      };
    };
    return { store, start, count: collections.length };
  }, [key, client, platform]);
  useEffect(() => followed.start(), [followed]);
  const { objects, unknown } = useLiveStore(followed.store);
  return { objects, unknown, isLoaded: objects.size + unknown.length === followed.count };
}
