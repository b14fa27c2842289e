import { expect, test } from 'vitest';
import { createServer } from '../../../src/server/create-server.ts';
import { createMemoryStorage } from '../../../src/storage/memory-storage.ts';

test('only collections can be requested across namespaces', async () => {
  const server = await createServer({
    storage: await createMemoryStorage(),
    clock: { now: () => 0, after: () => () => undefined },
    random: { bytes: (count) => crypto.getRandomValues(new Uint8Array(count)) },
    fetch: () => Promise.reject(new Error('no outgoing requests in this test')),
    flags: { dialect: 'kubernetes' },
  });
  const post = async (path: string) => {
    const request = new Request(`http://server${path}`, { method: 'POST', body: '{}' });
    const { status } = await server.fetch(request, { user: { username: 'admin', groups: ['system:masters'] } });
    return status;
  };
  expect(await post('/api/v1/pods')).toBe(405);
  expect(await post('/apis/authorization.k8s.io/v1/localsubjectaccessreviews')).toBe(404);
  expect(await post('/apis/authorization.k8s.io/v1/namespaces/default/localsubjectaccessreviews')).toBe(422);
  await server.close();
});
