import type { ApiClient, ListOptions, WatchOptions } from '../client/api-client.ts';

/** Returns a client whose requests the signal aborts, so that no command writes or reports anything after Ctrl+C. */
export const abortableClient = (client: ApiClient, signal: AbortSignal): ApiClient => ({
  request: (path, init) => client.request(path, { signal, ...init }),
  get: (address, options) => client.get(address, { signal, ...options }),
  list: ((address: never, options?: ListOptions) => client.list(address, { signal, ...options })) as ApiClient['list'],
  watch: ((address: never, options?: WatchOptions) =>
    client.watch(address, { signal, ...options })) as ApiClient['watch'],
  create: (address, object, options) => client.create(address, object, { signal, ...options }),
  update: (address, object, options) => client.update(address, object, { signal, ...options }),
  patch: (address, type, patch, options) => client.patch(address, type, patch, { signal, ...options }),
  apply: (address, object, options) => client.apply(address, object, { signal, ...options }),
  delete: (address, options) => client.delete(address, { signal, ...options }),
  deleteCollection: (address, options) => client.deleteCollection(address, { signal, ...options }),
});
