import { afterEach, expect, test } from 'vitest';
import { nodeIpamController } from '../../../src/controllers/nodes/ipam.ts';
import { openControlledServer } from '../controlled-server.ts';

const CLUSTER_CIDRS = '/apis/networking.k8s.io/v1alpha1/clustercidrs';
let cluster: Awaited<ReturnType<typeof openControlledServer>>;
afterEach(() => cluster.close());

const addNode = (name: string, labels: Record<string, string> = {}) =>
  cluster.create('/api/v1/nodes', { metadata: { name, labels } });
const rangesOf = async (name: string) => (await cluster.ask(`/api/v1/nodes/${name}`)).body.spec.podCIDRs;

test('every node gets a separate range', async () => {
  cluster = await openControlledServer([nodeIpamController]);
  await addNode('a');
  await addNode('b');
  await expect.poll(() => rangesOf('a')).toHaveLength(1);
  await expect.poll(() => rangesOf('b')).toHaveLength(1);
  expect(await rangesOf('a')).not.toEqual(await rangesOf('b'));
});

test('nodes get the ranges of a ClusterCIDR that selects them', async () => {
  cluster = await openControlledServer([nodeIpamController], undefined, { 'runtime-config': 'api/all=true' });
  await cluster.create(CLUSTER_CIDRS, {
    metadata: { name: 'east' },
    spec: {
      perNodeHostBits: 8,
      ipv4: '10.9.0.0/16',
      ipv6: 'fd00:9::/112',
      nodeSelector: { nodeSelectorTerms: [{ matchExpressions: [{ key: 'zone', operator: 'In', values: ['east'] }] }] },
    },
  });
  await Promise.all(['a', 'b', 'c'].map((name) => addNode(name, { zone: 'east' })));
  await addNode('west');
  for (const name of ['a', 'b', 'c']) await expect.poll(() => rangesOf(name)).toHaveLength(2);
  await expect.poll(() => rangesOf('west')).toEqual(['10.128.0.0/24']);
  const all = await Promise.all(['a', 'b', 'c'].map(rangesOf));
  expect(all.flat().sort()).toEqual([
    ...['10.9.0.0/24', '10.9.1.0/24', '10.9.2.0/24'],
    ...['fd00:9::/120', 'fd00:9::100/120', 'fd00:9::200/120'],
  ]);
});
