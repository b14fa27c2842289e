import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { systemClock, systemRandom } from '../../src/hosts/platform.ts';
import { startControllers } from '../../src/hosts/start-controllers.ts';
import { createServer, type Server } from '../../src/server/create-server.ts';
import { createMemoryStorage } from '../../src/storage/memory-storage.ts';

describe('controllers with only the permissions of their bootstrap roles', () => {
  let server: Server;
  let stop: () => Promise<void>;
  const ask = async (path: string, init: RequestInit = {}) => {
    const headers = { authorization: 'Bearer admin-token', 'content-type': 'application/json' };
    const response = await server.fetch(new Request(`http://localhost${path}`, { headers, ...init }));
    return { code: response.status, body: await response.json() };
  };
  const create = (path: string, object: object) => ask(path, { method: 'POST', body: JSON.stringify(object) });

  beforeAll(async () => {
    server = await createServer({
      storage: await createMemoryStorage(),
      clock: systemClock,
      random: systemRandom,
      fetch: () => Promise.reject(new Error('nothing outside may be asked')),
      flags: { dialect: 'kubernetes', 'token-auth-file': 'admin-token,admin,admin,"system:masters"\n' },
    });
    stop = startControllers(server, 'kubernetes');
  });
  afterAll(async () => {
    await stop();
    await server.close();
  });

  it('create a default service account in every namespace', async () => {
    await create('/api/v1/namespaces', { metadata: { name: 'shop' } });
    await expect.poll(async () => (await ask('/api/v1/namespaces/shop/serviceaccounts/default')).code).toBe(200);
  });

  it('delete the content of a terminating namespace, then the namespace', async () => {
    await create('/api/v1/namespaces/shop/configmaps', { metadata: { name: 'settings' } });
    await ask('/api/v1/namespaces/shop', { method: 'DELETE' });
    await expect.poll(async () => (await ask('/api/v1/namespaces/shop')).code, { timeout: 8000 }).toBe(404);
    expect((await ask('/api/v1/namespaces/shop/configmaps/settings')).code).toBe(404);
  });

  it('report the remaining content of a namespace in its conditions', async () => {
    const maps = '/api/v1/namespaces/held/configmaps';
    await create('/api/v1/namespaces', { metadata: { name: 'held' } });
    await create(maps, { metadata: { name: 'a', finalizers: ['example.com/hold'] } });
    await create(maps, { metadata: { name: 'b', finalizers: ['example.com/hold', 'example.com/other'] } });
    await create('/api/v1/namespaces/held/secrets', { metadata: { name: 's', finalizers: ['example.com/hold'] } });
    await ask('/api/v1/namespaces/held', { method: 'DELETE' });
    const conditions = async () => (await ask('/api/v1/namespaces/held')).body.status.conditions ?? [];
    await expect.poll(async () => (await conditions())[4]?.status, { timeout: 8000 }).toBe('True');
    expect(await conditions()).toMatchObject([
      { type: 'NamespaceDeletionDiscoveryFailure', status: 'False' },
      { type: 'NamespaceDeletionGroupVersionParsingFailure', status: 'False' },
      { type: 'NamespaceDeletionContentFailure', status: 'False' },
      {
        type: 'NamespaceContentRemaining',
        reason: 'SomeResourcesRemain',
        message:
          'Some resources are remaining: configmaps. has 2 resource instances, secrets. has 1 resource instances',
      },
      {
        type: 'NamespaceFinalizersRemaining',
        reason: 'SomeFinalizersRemain',
        message:
          'Some content in the namespace has finalizers remaining: example.com/hold in 3 resource instances, example.com/other in 1 resource instances',
      },
    ]);
  });

  it('combine the rules of aggregated cluster roles', async () => {
    const rules = async () => (await ask('/apis/rbac.authorization.k8s.io/v1/clusterroles/view')).body.rules ?? [];
    await expect.poll(async () => (await rules()).length).toBeGreaterThan(0);
  });
});
