import { expect, test } from 'vitest';
import type { AdmissionPluginState } from '../../../src/api/debug/admission-plugin-state.ts';
import { systemClock, systemRandom } from '../../../src/hosts/platform.ts';
import { createServer } from '../../../src/server/create-server.ts';
import { createMemoryStorage } from '../../../src/storage/memory-storage.ts';

test('the states of admission plugins are those that the flags enable, in the order in which they run', async () => {
  const server = await createServer({
    storage: await createMemoryStorage({ firstRevision: 1 }),
    clock: systemClock,
    random: systemRandom,
    fetch: () => Promise.reject(new TypeError('nothing is reachable from here')),
    flags: { 'enable-admission-plugins': 'AlwaysPullImages', 'disable-admission-plugins': 'ResourceQuota' },
  });
  const request = new Request('http://localhost/apis/debug.tabplane.dev/v1alpha1/admissionpluginstates');
  const user = { username: 'admin', groups: ['system:masters'] };
  const { items } = (await (await server.fetch(request, { user })).json()) as { items: AdmissionPluginState[] };
  await server.close();
  const names = items.map(({ metadata }) => metadata.name);
  expect(names).not.toContain('ResourceQuota');
  expect(names.indexOf('NamespaceLifecycle')).toBeLessThan(names.indexOf('AlwaysPullImages'));
  expect(items.find(({ metadata }) => metadata.name === 'AlwaysPullImages')?.status).toMatchObject({
    phases: ['mutate', 'validate'],
  });
});
