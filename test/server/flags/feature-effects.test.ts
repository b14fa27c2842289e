import { expect, test } from 'vitest';
import { createWholeServer } from '../whole-server.ts';

const MAPS = '/api/v1/namespaces/default/configmaps';

async function withGates(gates: string) {
  const whole = await createWholeServer({ flags: { 'feature-gates': gates } });
  for (const name of ['a', 'b', 'c']) await whole.post(MAPS, { metadata: { name } });
  return whole;
}

test('without APIListChunking, lists are complete', async () => {
  const { get } = await withGates('APIListChunking=false');
  const list = (await (await get(`${MAPS}?limit=1`)).json()) as { metadata: object; items: unknown[] };
  expect(list.items).toHaveLength(3);
  expect(list.metadata).not.toHaveProperty('continue');
});

test('without RemainingItemCount, the remaining items are not counted', async () => {
  const { get } = await withGates('RemainingItemCount=false');
  const { metadata } = (await (await get(`${MAPS}?limit=1`)).json()) as { metadata: object };
  expect(metadata).toHaveProperty('continue');
  expect(metadata).not.toHaveProperty('remainingItemCount');
});

test('without WatchList, a watch cannot start with a list', async () => {
  const { get } = await withGates('');
  const refused = await get(`${MAPS}?watch=1&sendInitialEvents=true&resourceVersionMatch=NotOlderThan`);
  expect(refused.status).toBe(422);
  expect(await refused.text()).toContain(
    'sendInitialEvents is forbidden for watch unless the WatchList feature gate is enabled',
  );
});

test('without AggregatedDiscoveryEndpoint, discovery is not aggregated', async () => {
  const { get } = await withGates('AggregatedDiscoveryEndpoint=false');
  const accept = 'application/json;g=apidiscovery.k8s.io;v=v2beta1;as=APIGroupDiscoveryList,application/json';
  expect(await (await get('/apis', { accept })).json()).toMatchObject({ kind: 'APIGroupList' });
});

test('discovery shows the hash of the storage version of each resource', async () => {
  const { get } = await createWholeServer({ flags: { 'runtime-config': 'api/all=true' } as never });
  const hashOf = async (path: string, name: string) => {
    type Entry = { name: string; storageVersionHash?: string };
    const { resources } = (await (await get(path)).json()) as { resources: Entry[] };
    return resources.find((resource) => resource.name === name)?.storageVersionHash;
  };
  expect(await hashOf('/api/v1', 'pods')).toBe('xPOwRZ+Yhw8=');
  expect(await hashOf('/apis/apps/v1', 'deployments')).toBe('8aSe+NMegvE=');
  expect(await hashOf('/apis/flowcontrol.apiserver.k8s.io/v1beta2', 'flowschemas')).toBe('9NnFrw7ZEmA=');
  const admission = '/apis/admissionregistration.k8s.io/v1beta1';
  expect(await hashOf(admission, 'validatingadmissionpolicies')).toBe('Vd+hadMG3gs=');
  expect(await hashOf(admission, 'validatingadmissionpolicybindings')).toBe('Yc3M4GKADk4=');
});

test('without StorageVersionHash and ComponentSLIs, hashes and /metrics/slis are missing', async () => {
  const { get } = await withGates('StorageVersionHash=false,ComponentSLIs=false');
  expect(await (await get('/api/v1')).text()).not.toContain('storageVersionHash');
  expect((await get('/metrics/slis')).status).toBe(404);
});

test('an unknown gate prevents the start', async () => {
  await expect(createWholeServer({ flags: { 'feature-gates': 'Foo=true' } })).rejects.toThrow(
    'unrecognized feature gate: Foo',
  );
});

test('without ValidatingAdmissionPolicy, policies are stored but not enforced', async () => {
  const { post } = await withPolicy('ValidatingAdmissionPolicy=false');
  expect((await post(MAPS, { metadata: { name: 'refused' } })).status).toBe(201);
  const enforcing = await withPolicy('');
  expect((await enforcing.post(MAPS, { metadata: { name: 'refused' } })).status).toBe(422);
});

/** Opens a server with a policy that denies every config map. */
async function withPolicy(gates: string) {
  const whole = await createWholeServer({
    flags: { 'runtime-config': 'admissionregistration.k8s.io/v1beta1=true', 'feature-gates': gates },
  });
  const policies = '/apis/admissionregistration.k8s.io/v1beta1';
  await whole.post(`${policies}/validatingadmissionpolicies`, {
    metadata: { name: 'none' },
    spec: {
      matchConstraints: {
        resourceRules: [{ apiGroups: [''], apiVersions: ['v1'], operations: ['CREATE'], resources: ['configmaps'] }],
      },
      validations: [{ expression: 'false' }],
    },
  });
  await whole.post(`${policies}/validatingadmissionpolicybindings`, {
    metadata: { name: 'none' },
    spec: { policyName: 'none', validationActions: ['Deny'] },
  });
  return whole;
}
