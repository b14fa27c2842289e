import { expect, test } from 'vitest';
import { createMemoryStorage, createServer, systemClock, systemRandom } from '../../src/hosts/core.ts';

test('a server from the package describes the fields of its kinds in OpenAPI', async () => {
  const storage = await createMemoryStorage();
  const server = await createServer({
    storage,
    clock: systemClock,
    random: systemRandom,
    fetch: (request) => fetch(request),
  });
  const admin = { username: 'admin', groups: ['system:masters', 'system:authenticated'] };
  const response = await server.fetch(new Request('http://cluster/openapi/v3/api/v1'), { user: admin });
  const { schemas } = (await response.json()).components;
  expect(schemas['io.k8s.api.core.v1.Container'].properties.image.description).toContain('Image to run');
  await server.close();
});
