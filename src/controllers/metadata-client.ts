import type { Dialect } from '../api/dialect.ts';
import { META_GROUP } from '../api/kubernetes-names.ts';
import type { ApiObject } from '../api/object.ts';
import type { ApiClient } from '../client/api-client.ts';
import { ApiError } from '../client/api-error.ts';
import type { DiscoveredResource } from '../client/discovery.ts';
import { WATCH_SECONDS } from '../client/object-source.ts';
import type { ReflectorSource } from '../client/reflector.ts';
import type { ResourceAddress } from '../client/resource-path.ts';

/** The address of a collection, or of an object in it. */
export const addressOf = (
  { group, version, resource }: Pick<DiscoveredResource, 'group' | 'version' | 'resource'>,
  namespace = '',
  name = '',
): ResourceAddress => ({
  group,
  version,
  resource,
  ...(namespace ? { namespace } : {}),
  ...(name ? { name } : {}),
});

/** Reads only the metadata of objects, for any resource. */
export class MetadataClient {
  readonly #client: ApiClient;
  readonly #group: string;

  constructor(client: ApiClient, dialect: Dialect) {
    this.#client = client;
    this.#group = dialect.rename(META_GROUP);
  }

  /** Returns undefined when the object does not exist. */
  async find(address: ResourceAddress): Promise<ApiObject | undefined> {
    try {
      return await this.#client.get<ApiObject>(address, { accept: this.#accept('PartialObjectMetadata') });
    } catch (error) {
      if (error instanceof ApiError && error.isNotFound) return undefined;
      throw error;
    }
  }

  /** Returns a reflector source of a resource's objects in all namespaces. */
  source(resource: DiscoveredResource): ReflectorSource<ApiObject> {
    const address = addressOf(resource);
    return {
      list: async (signal) => {
        const accept = this.#accept('PartialObjectMetadataList');
        const { items, metadata } = await this.#client.list<ApiObject>(address, { accept, signal });
        return { items, resourceVersion: metadata.resourceVersion ?? '' };
      },
      watch: (resourceVersion, signal) =>
        this.#client.watch<ApiObject>(address, {
          accept: this.#accept('PartialObjectMetadata'),
          resourceVersion,
          signal,
          allowWatchBookmarks: true,
          timeoutSeconds: WATCH_SECONDS,
        }),
      resourceVersionOf: ({ metadata }) => metadata.resourceVersion,
    };
  }

  #accept(kind: string): string {
    return `application/json;as=${kind};g=${this.#group};v=v1`;
  }
}
