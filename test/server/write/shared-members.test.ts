import { expect, test } from 'vitest';
import type { Pod } from '../../../src/api/kinds/core-v1.generated.ts';
import { inProcessClient } from '../../../src/hosts/controllers/in-process-client.ts';
import { ADMIN, createWholeServer } from '../whole-server.ts';

const PODS = { group: '', version: 'v1', resource: 'pods', namespace: 'default' };
const BINDING = { apiVersion: 'v1', kind: 'Binding', metadata: { name: 'p' }, target: { kind: 'Node', name: 'n' } };

/** Returns a client that receives the stored objects themselves, and the states of a new pod as a watch shows them. */
async function watchPod() {
  const { server, post } = await createWholeServer();
  await post('/api/v1/namespaces/default/serviceaccounts', { metadata: { name: 'default' } });
  const client = inProcessClient(server, ADMIN, 'test', true);
  const states = client.watch<Pod>(PODS);
  const next = async (): Promise<Pod> => (await states.next()).value?.object as Pod;
  const first = next();
  const sent = { metadata: { name: 'p' }, spec: { containers: [{ name: 'c', image: 'i' }] } };
  await client.create(PODS, { apiVersion: 'v1', kind: 'Pod', ...sent });
  return { client, pod: await first, next };
}

test('a bound pod shares its containers and the owners of its fields with the pod that waited', async () => {
  const { client, pod, next } = await watchPod();
  await client.create({ ...PODS, name: 'p', subresource: 'binding' }, BINDING);
  const bound = await next();
  expect(bound.spec?.nodeName).toBe('n');
  expect(bound.spec?.containers).toBe(pod.spec?.containers);
  expect(bound.metadata.managedFields).toBe(pod.metadata.managedFields);
});
