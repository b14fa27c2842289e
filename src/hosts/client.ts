/** The package entry `tabplane/client`: a client for any Kubernetes-style API. */
export {
  type ApiClient,
  type ApiClientOptions,
  type ApplyOptions,
  createApiClient,
  type DeleteCollectionOptions,
  type DeleteOptions,
  type ListOptions,
  type ObjectList,
  type PatchType,
  type ReadOptions,
  type WatchOptions,
  type WriteOptions,
} from '../client/api-client.ts';
export { ApiError } from '../client/api-error.ts';
export { type DiscoveredResource, type Discovery, discover, findResource } from '../client/discovery.ts';
export { Informer } from '../client/informer.ts';
export { objectSource } from '../client/object-source.ts';
export { readWatchEvents, type WatchEvent } from '../client/read-watch-events.ts';
export { Reflector } from '../client/reflector.ts';
