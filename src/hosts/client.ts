/** What `import … from 'tabplane/client'` gives: a client of any such API. */
export { createApiClient } from '../client/api-client.ts';
export { ApiError } from '../client/api-error.ts';
export { Informer } from '../client/informer.ts';
export { Reflector } from '../client/reflector.ts';
export { readWatchEvents, type WatchEvent } from '../client/watch.ts';
