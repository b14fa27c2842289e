import { afterAll, beforeAll, expect, test } from 'vitest';
import { ephemeralVolumes } from '../../../src/controllers/volumes/ephemeral-volumes.ts';
import { claimProtection, volumeProtection } from '../../../src/controllers/volumes/protection.ts';
import { volumeExpander } from '../../../src/controllers/volumes/volume-expander.ts';
import { openControlledServer } from '../controlled-server.ts';

const NAMESPACE = '/api/v1/namespaces/default';
const CLAIMS = `${NAMESPACE}/persistentvolumeclaims`;

let cluster: Awaited<ReturnType<typeof openControlledServer>>;
beforeAll(async () => {
  cluster = await openControlledServer([ephemeralVolumes, claimProtection, volumeProtection, volumeExpander]);
  await cluster.create(`${NAMESPACE}/serviceaccounts`, { metadata: { name: 'default' } });
});
afterAll(() => cluster.close());

const SPEC = { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } } };
const pod = (name: string, volume: object, nodeName?: string) =>
  cluster.create(`${NAMESPACE}/pods`, {
    metadata: { name },
    spec: { containers: [{ name: 'c', image: 'i' }], volumes: [{ name: 'data', ...volume }], nodeName },
  });
const ephemeral = { ephemeral: { volumeClaimTemplate: { metadata: { labels: { app: 'web' } }, spec: SPEC } } };
const eventsOf = async (name: string): Promise<string[]> =>
  (await cluster.ask(`${NAMESPACE}/events?fieldSelector=involvedObject.name=${name}`)).body.items.map(
    ({ type, reason, message }: Record<string, string>) => `${type} ${reason}: ${message}`,
  );

test('An ephemeral volume has a claim that belongs to its pod', async () => {
  const { metadata } = await pod('scratch', ephemeral);
  await expect.poll(() => cluster.codeOf(`${CLAIMS}/scratch-data`)).toBe(200);
  const { body } = await cluster.ask(`${CLAIMS}/scratch-data`);
  expect(body.metadata).toMatchObject({
    labels: { app: 'web' },
    ownerReferences: [
      { apiVersion: 'v1', kind: 'Pod', name: 'scratch', uid: metadata.uid, controller: true, blockOwnerDeletion: true },
    ],
  });
  expect(body.spec).toMatchObject(SPEC);
});

test('An existing claim with the name of an ephemeral claim is not adopted', async () => {
  await cluster.create(CLAIMS, { metadata: { name: 'taken-data' }, spec: SPEC });
  await pod('taken', ephemeral);
  const message =
    'ephemeral volume data: PVC default/taken-data was not created for pod default/taken (pod is not owner)';
  await expect.poll(() => eventsOf('taken')).toEqual([`Warning FailedBinding: ${message}`]);
});

test('A pod gets no further claims while an existing claim conflicts, and all claims after its deletion', async () => {
  await cluster.create(CLAIMS, { metadata: { name: 'blocked-first' }, spec: SPEC });
  const volumes = ['first', 'second'].map((name) => ({ name, ...ephemeral }));
  const spec = { containers: [{ name: 'c', image: 'i' }], volumes };
  await cluster.create(`${NAMESPACE}/pods`, { metadata: { name: 'blocked' }, spec });
  await expect.poll(() => eventsOf('blocked')).toHaveLength(1);
  expect(await cluster.codeOf(`${CLAIMS}/blocked-second`)).toBe(404);
  await cluster.ask(`${CLAIMS}/blocked-first`, 'DELETE');
  await expect.poll(() => cluster.codeOf(`${CLAIMS}/blocked-second`)).toBe(200);
  expect((await cluster.ask(`${CLAIMS}/blocked-first`)).body.metadata.ownerReferences).toHaveLength(1);
});

test('An ephemeral claim does not wait for a terminated pod that waits for its finalizers', async () => {
  const { metadata } = await pod('held', ephemeral, 'n1');
  await cluster.merge(`${NAMESPACE}/pods/held`, { metadata: { finalizers: ['example.com/hold'] } });
  await expect.poll(() => cluster.codeOf(`${CLAIMS}/held-data`)).toBe(200);
  await cluster.ask(`${NAMESPACE}/pods/held`, 'DELETE', { gracePeriodSeconds: 0 });
  await cluster.ask(`${CLAIMS}/held-data`, 'DELETE');
  await expect.poll(() => cluster.codeOf(`${CLAIMS}/held-data`)).toBe(404);
  expect((await cluster.ask(`${NAMESPACE}/pods/held`)).body.metadata.uid).toBe(metadata.uid);
});

test('A terminating claim remains while a scheduled pod uses it, and unscheduled pods do not count', async () => {
  for (const name of ['used', 'planned']) await cluster.create(CLAIMS, { metadata: { name }, spec: SPEC });
  await pod('user', { persistentVolumeClaim: { claimName: 'used' } }, 'n1');
  await pod('planner', { persistentVolumeClaim: { claimName: 'planned' } });
  await cluster.ask(`${CLAIMS}/used`, 'DELETE');
  await cluster.ask(`${CLAIMS}/planned`, 'DELETE');
  await expect.poll(() => cluster.codeOf(`${CLAIMS}/planned`)).toBe(404);
  expect(await cluster.codeOf(`${CLAIMS}/used`)).toBe(200);
  await cluster.ask(`${NAMESPACE}/pods/user`, 'DELETE', { gracePeriodSeconds: 0 });
  await expect.poll(() => cluster.codeOf(`${CLAIMS}/used`)).toBe(404);
});

test('A terminating volume remains while it is bound', async () => {
  const path = '/api/v1/persistentvolumes/v';
  const spec = { capacity: { storage: '1Gi' }, accessModes: ['ReadWriteOnce'], hostPath: { path: '/v' } };
  await cluster.create('/api/v1/persistentvolumes', { metadata: { name: 'v' }, spec });
  await cluster.merge(`${path}/status`, { status: { phase: 'Bound' } });
  await cluster.ask(path, 'DELETE');
  expect((await cluster.ask(path)).body.metadata.finalizers).toEqual(['kubernetes.io/pv-protection']);
  await cluster.merge(`${path}/status`, { status: { phase: 'Released' } });
  await expect.poll(() => cluster.codeOf(path)).toBe(404);
});

test('A removed finalizer is added again', async () => {
  await cluster.create(CLAIMS, { metadata: { name: 'bare' }, spec: SPEC });
  await cluster.merge(`${CLAIMS}/bare`, { metadata: { finalizers: null } });
  const finalizers = async () => (await cluster.ask(`${CLAIMS}/bare`)).body.metadata.finalizers;
  await expect.poll(finalizers).toEqual(['kubernetes.io/pvc-protection']);
});

test('A bound claim that requests more than its capacity waits for its driver', async () => {
  await cluster.create(CLAIMS, { metadata: { name: 'growing' }, spec: SPEC });
  await cluster.merge(`${CLAIMS}/growing/status`, { status: { phase: 'Bound', capacity: { storage: '512Mi' } } });
  const message =
    "Ignoring the PVC: didn't find a plugin capable of expanding the volume; waiting for an external controller to process this PVC.";
  await expect.poll(() => eventsOf('growing')).toEqual([`Normal ExternalExpanding: ${message}`]);
});
