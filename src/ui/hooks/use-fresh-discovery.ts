import { useEffect } from 'react';
import { findResource } from '../../client/discovery.ts';
import { useApplication, useDiscovery } from './use-application.ts';
import { useCollection } from './use-collection.ts';

/** Milliseconds until the server serves a changed definition; changes in between are batched. */
const SETTLE = 400;

/** Refreshes discovery whenever a custom resource definition or an API service changes. */
export function useFreshDiscovery(): void {
  const { discovery, platform } = useApplication();
  const known = useDiscovery();
  const definitions = useCollection(addressOf(findResource(known, 'customresourcedefinitions')));
  const services = useCollection(addressOf(findResource(known, 'apiservices')));
  const versions = [...definitions.items, ...services.items].map(({ metadata }) => metadata.resourceVersion).join();
  const isLoaded = definitions.isLoaded && services.isLoaded;
  useEffect(() => {
    if (!isLoaded || versions === '') return;
    return platform.clock.after(SETTLE, () => void discovery.getState().refresh());
  }, [isLoaded, versions, platform, discovery]);
}

const addressOf = (resource: { group: string; version: string; resource: string } | undefined) =>
  resource && { group: resource.group, version: resource.version, resource: resource.resource };
