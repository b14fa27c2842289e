import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startControllers } from '../../src/hosts/controllers/start-controllers.ts';
import { systemClock, systemRandom } from '../../src/hosts/platform.ts';
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

  it('publish the certificate authority in every namespace, and revert changes to it', async () => {
    const path = '/api/v1/namespaces/shop/configmaps/kube-root-ca.crt';
    const data = async () => (await ask(path)).body.data;
    const authority = { 'ca.crt': await server.capabilities.certificates.authority() };
    await expect.poll(data).toEqual(authority);
    const map = (await ask(path)).body;
    await ask(path, { method: 'PUT', body: JSON.stringify({ ...map, data: { other: 'text' } }) });
    await expect.poll(data).toEqual(authority);
    await ask(path, { method: 'DELETE' });
    await expect.poll(data).toEqual(authority);
  });

  it('recreate the default service account when it is deleted', async () => {
    const path = '/api/v1/namespaces/shop/serviceaccounts/default';
    await ask(path, { method: 'DELETE' });
    await expect.poll(async () => (await ask(path)).code).toBe(200);
  });

  it('sign the ConfigMap cluster-info only with tokens for signing', async () => {
    const secret = (id: string, data: object) => ({
      metadata: { name: `bootstrap-token-${id}` },
      type: 'bootstrap.kubernetes.io/token',
      stringData: { 'token-id': id, 'token-secret': '0123456789abcdef', 'usage-bootstrap-signing': 'true', ...data },
    });
    for (const [id, data] of [
      ['abcdef', {}],
      ['unused', { 'usage-bootstrap-signing': 'false' }],
      ['ticked', { 'token-id': 'others' }],
      ['silent', { 'token-secret': '' }],
      ['vague1', { expiration: '2200-01-01' }],
    ] as const)
      await create('/api/v1/namespaces/kube-system/secrets', secret(id, data));
    const info = {
      metadata: { name: 'cluster-info' },
      data: { kubeconfig: 'kind: Config\n', 'jws-kubeconfig-old': 'x' },
    };
    await create('/api/v1/namespaces/kube-public/configmaps', info);
    const data = async () => (await ask('/api/v1/namespaces/kube-public/configmaps/cluster-info')).body.data;
    await expect.poll(async () => Object.keys(await data())).toEqual(['jws-kubeconfig-abcdef', 'kubeconfig']);
    await ask('/api/v1/namespaces/kube-system/secrets/bootstrap-token-abcdef', { method: 'DELETE' });
    await expect.poll(async () => Object.keys(await data())).toEqual(['kubeconfig']);
  });

  it('delete the content of a terminating namespace, then the namespace', async () => {
    await create('/api/v1/namespaces/shop/configmaps', { metadata: { name: 'settings' } });
    await ask('/api/v1/namespaces/shop', { method: 'DELETE' });
    await expect.poll(async () => (await ask('/api/v1/namespaces/shop')).code).toBe(404);
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
    await expect.poll(async () => (await conditions())[4]?.status).toBe('True');
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
