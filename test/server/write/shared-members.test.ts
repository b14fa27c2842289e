import { expect, test } from 'vitest';
import type { Pod } from '../../../src/api/kinds/core-v1.generated.ts';
import { inProcessClient } from '../../../src/embedding/users/in-process-client.ts';
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

test('a bound pod shares its containers and managed fields with the unbound pod', async () => {
  const { client, pod, next } = await watchPod();
  await client.create({ ...PODS, name: 'p', subresource: 'binding' }, BINDING);
  const bound = await next();
  expect(bound.spec?.nodeName).toBe('n');
  expect(bound.spec?.containers).toBe(pod.spec?.containers);
  expect(bound.metadata.managedFields).toBe(pod.metadata.managedFields);
});

test('an update of the status shares the spec that it repeats', async () => {
  const { client, pod, next } = await watchPod();
  await client.update({ ...PODS, name: 'p', subresource: 'status' }, { ...pod, status: { phase: 'Running' } });
  const updated = await next();
  expect(updated.status?.phase).toBe('Running');
  expect(updated.spec).toBe(pod.spec);
});

test('a patch of the status shares the parts that it does not change', async () => {
  const { client, pod, next } = await watchPod();
  const status = { ...PODS, name: 'p', subresource: 'status' };
  const conditions = ['Initialized', 'Ready'].map((type) => ({ type, status: 'False' }));
  const containerStatuses = [{ name: 'c', image: 'i', imageID: '', ready: false, restartCount: 0, state: {} }];
  await client.patch(status, 'strategic', { status: { conditions, containerStatuses, podIPs: [{ ip: '10.0.0.1' }] } });
  const before = (await next()).status;
  await client.patch(status, 'strategic', { status: { conditions: [{ type: 'Ready', status: 'True' }] } });
  const after = await next();
  expect(after.spec).toBe(pod.spec);
  expect(after.status?.containerStatuses).toBe(before?.containerStatuses);
  expect(after.status?.podIPs).toBe(before?.podIPs);
  expect(after.status?.conditions?.[0]).toBe(before?.conditions?.[0]);
  expect(after.status?.conditions?.[1]).toMatchObject({ type: 'Ready', status: 'True' });
});

test('a patch of the status may leave the quantities of a node unchanged', async () => {
  const { server } = await createWholeServer();
  const client = inProcessClient(server, ADMIN, 'test', true);
  const nodes = { group: '', version: 'v1', resource: 'nodes' };
  const capacity = { cpu: '1500m', memory: '1Gi' };
  await client.create(nodes, { apiVersion: 'v1', kind: 'Node', metadata: { name: 'n' }, status: { capacity } });
  const status = { conditions: [{ type: 'Ready', status: 'True' }] };
  const patched = await client.patch({ ...nodes, name: 'n', subresource: 'status' }, 'strategic', { status });
  expect(patched).toMatchObject({ status: { capacity, allocatable: capacity, ...status } });
});

test('an update of the status keeps the spec of the pod and changes its labels', async () => {
  const { client, pod, next } = await watchPod();
  const spec = { ...pod.spec, containers: [{ name: 'c', image: 'other' }] };
  const metadata = { ...pod.metadata, labels: { a: 'b' } };
  await client.update({ ...PODS, name: 'p', subresource: 'status' }, { ...pod, metadata, spec });
  const updated = await next();
  expect(updated.spec).toEqual(pod.spec);
  expect(updated.metadata.labels).toEqual({ a: 'b' });
});
