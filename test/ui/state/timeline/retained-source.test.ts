import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { ApiObject } from '../../../../src/api/object.ts';
import { type ApiClient, createApiClient } from '../../../../src/client/api-client.ts';
import { systemClock, systemRandom } from '../../../../src/hosts/platform.ts';
import { createServer, type Server } from '../../../../src/server/create-server.ts';
import { createMemoryStorage } from '../../../../src/storage/memory-storage.ts';
import type { Storage } from '../../../../src/storage/storage.ts';
import { retainedSource } from '../../../../src/ui/state/timeline/retained-source.ts';
import { widgetDefinition } from '../../../helpers/widget-definition.ts';

const DEFINITIONS = { group: 'apiextensions.cluster.io', version: 'v1', resource: 'customresourcedefinitions' };
const WIDGETS = { group: 'example.com', version: 'v1', resource: 'widgets', namespace: 'default' };
const CONFIG_MAPS = { group: '', version: 'v1', resource: 'configmaps', namespace: 'default' };
const { signal } = new AbortController();

let storage: Storage;
let server: Server;
let client: ApiClient;
/** Paths of requests, with queries. */
let asked: string[];

beforeEach(async () => {
  asked = [];
  storage = await createMemoryStorage();
  const fetch = () => Promise.reject(new Error('no outgoing requests in this test'));
  server = await createServer({ storage, clock: systemClock, random: systemRandom, fetch });
  const user = { username: 'admin', groups: ['system:masters'] };
  client = createApiClient({
    baseUrl: 'http://cluster',
    fetch: (request) => {
      asked.push(request.url);
      return server.fetch(request, { user });
    },
  });
  await client.create(DEFINITIONS, widgetDefinition());
  await expect.poll(() => client.list(WIDGETS).catch(() => undefined)).toBeDefined();
});
afterEach(() => server.close());

/** Creates an object of a kind, then compacts all history before another write. */
async function createAndCompact(address: typeof WIDGETS): Promise<void> {
  const apiVersion = address.group ? `${address.group}/${address.version}` : address.version;
  await client.create(address, {
    apiVersion,
    kind: address === WIDGETS ? 'Widget' : 'ConfigMap',
    metadata: { name: 'one' },
  });
  const later = await client.create<ApiObject>(CONFIG_MAPS, {
    apiVersion: 'v1',
    kind: 'ConfigMap',
    metadata: { name: 'later' },
  });
  await storage.compact(Number(later.metadata.resourceVersion));
}

describe('the retained history of a kind', () => {
  it.each([
    ['custom resources', WIDGETS],
    ['built-in objects', CONFIG_MAPS],
  ])('begins at the oldest retained revision of %s', async (_, address) => {
    await createAndCompact(address);
    const { items, resourceVersion } = await retainedSource(client, address).list(signal);
    expect(items.map(({ metadata }) => metadata.name)).toContain('one');
    expect(asked.at(-1)).toContain(`resourceVersion=${resourceVersion}&resourceVersionMatch=Exact`);
  });

  it('begins at the current revision when the oldest one is compacted before it is listed', async () => {
    await createAndCompact(WIDGETS);
    const forgetful = createApiClient({
      baseUrl: 'http://cluster',
      fetch: async (request) => {
        if (request.url.includes('Exact')) {
          const { metadata } = await client.create<ApiObject>(CONFIG_MAPS, {
            apiVersion: 'v1',
            kind: 'ConfigMap',
            metadata: { name: 'newest' },
          });
          await storage.compact(Number(metadata.resourceVersion));
        }
        return server.fetch(request, { user: { username: 'admin', groups: ['system:masters'] } });
      },
    });
    const { items } = await retainedSource(forgetful, WIDGETS).list(signal);
    expect(items.map(({ metadata }) => metadata.name)).toEqual(['one']);
  });
});
