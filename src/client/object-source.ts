import type { ApiObject } from '../api/object.ts';
import type { ApiClient } from './api-client.ts';
import type { ReflectorSource } from './reflector.ts';
import type { ResourceAddress } from './resource-path.ts';

/** Which objects of a collection to follow. */
export interface CollectionOptions {
  readonly labelSelector?: string;
  readonly fieldSelector?: string;
  /** Makes the server record reads while request traces are followed. Only for the collection of request traces. */
  readonly includeReads?: boolean;
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
      const { items, metadata, apiVersion, kind } = await client.list<T>(address, { ...options, signal });
      // Lists of built-in kinds omit the kind and apiVersion of their items; watch events do not.
      const common = { apiVersion, kind: kind.replace(/List$/, '') };
      const resourceVersion = metadata.resourceVersion ?? '';
      return { items: items.map((item) => (item.kind ? item : { ...common, ...item })), resourceVersion };
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
