/** The package entry `tabplane/client`: a client for any Kubernetes-style API. */
export type { ApiObject } from '../api/object.ts';
export {
  type ApiClient,
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
export type { ApiClientOptions } from '../client/http-transport.ts';
export { Informer, type InformerHandlers, type InformerOptions } from '../client/informer.ts';
export { type CollectionOptions, objectSource } from '../client/object-source.ts';
export { readWatchEvents, type WatchEvent } from '../client/read-watch-events.ts';
export { Reflector, type ReflectorOptions, type ReflectorState } from '../client/reflector.ts';
export type { ResourceAddress } from '../client/resource-path.ts';
export { address, type ResourceName, type TypedAddress } from '../client/typed-address.ts';
export { createInformer, type FollowOptions, followCollection } from './follow-collection.ts';
