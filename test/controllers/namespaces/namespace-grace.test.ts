import { expect, it } from 'vitest';
import { createTestCluster } from '../../../src/hosts/testing/create-test-cluster.ts';

const NAMESPACES = { group: '', version: 'v1', resource: 'namespaces' };

it('An empty namespace stays five seconds after its deletion, because other servers may create objects', async () => {
  const cluster = await createTestCluster({ controllers: 'namespace-controller' });
  const { client, clock } = cluster;
  const namesAfter = async (milliseconds: number) => {
    await clock.step(milliseconds);
    return (await client.list(NAMESPACES)).items.map(({ metadata }) => metadata.name);
  };
  await client.create(NAMESPACES, { apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'empty' } });
  await client.delete({ ...NAMESPACES, name: 'empty' });
  expect(await namesAfter(4000)).toContain('empty');
  expect(await namesAfter(2000)).not.toContain('empty');
  await cluster.close();
});
