import type { ApiObject } from '../api/object.ts';
import type { ApiClient } from './api-client.ts';
import type { ReflectorSource } from './reflector.ts';
import type { ResourceAddress } from './resource-path.ts';

export interface CollectionOptions {
  readonly labelSelector?: string;
  readonly fieldSelector?: string;
}

/** Seconds after which a watch is renewed: less than the limit at which a browser host closes it. */
export const WATCH_SECONDS = 230;

/** Returns the objects of a collection as the source of a reflector. */
export function objectSource<T extends ApiObject>(
  client: ApiClient,
  address: ResourceAddress,
  options: CollectionOptions = {},
): ReflectorSource<T> {
  return {
    async list(signal) {
      const { items, metadata } = await client.list<T>(address, { ...options, signal });
      return { items, resourceVersion: metadata.resourceVersion ?? '' };
    },
    watch: (resourceVersion, signal) =>
      client.watch<T>(address, {
        ...options,
        resourceVersion,
        signal,
        allowWatchBookmarks: true,
        timeoutSeconds: WATCH_SECONDS,
      }),
    resourceVersionOf: ({ metadata }) => metadata.resourceVersion,
  };
}
