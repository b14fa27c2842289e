import { afterEach, expect, test } from 'vitest';
import { namespacesController } from '../../../src/controllers/namespaces/namespaces.ts';
import { openControlledServer } from '../controlled-server.ts';

const API_SERVICES = '/apis/apiregistration.k8s.io/v1/apiservices';
const WORK = '/api/v1/namespaces/work';
const OTHERS = `${WORK}/configmaps`;

let close: () => Promise<void> = async () => undefined;
afterEach(() => close());

test('A namespace is emptied although a group is unavailable, and is deleted once that group is removed', async () => {
  const cluster = await openControlledServer([namespacesController]);
  close = cluster.close;
  const { ask, create, codeOf } = cluster;
  await create('/api/v1/namespaces', { metadata: { name: 'work' } });
  await create(OTHERS, { metadata: { name: 'settings' } });
  await create(API_SERVICES, {
    metadata: { name: 'v1.ext.example' },
    spec: {
      ...{ group: 'ext.example', version: 'v1', groupPriorityMinimum: 1000, versionPriority: 15 },
      service: { namespace: 'default', name: 'missing' },
    },
  });
  await ask(WORK, 'DELETE');
  const discoveryFailure = async () => {
    const { body } = await ask(WORK);
    return body.status.conditions?.find(({ type }: { type: string }) => type === 'NamespaceDeletionDiscoveryFailure');
  };
  await expect.poll(async () => (await discoveryFailure())?.status).toBe('True');
  expect(await discoveryFailure()).toMatchObject({
    reason: 'DiscoveryFailed',
    message:
      'Discovery failed for some groups, 1 failing: unable to retrieve the complete list of server APIs: ext.example/v1: stale GroupVersion discovery: ext.example/v1',
  });
  await expect.poll(async () => (await ask(OTHERS)).body.items).toEqual([]);
  await ask(`${API_SERVICES}/v1.ext.example`, 'DELETE');
  await expect.poll(() => codeOf(WORK)).toBe(404);
});
