import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { Event, PersistentVolume } from '../../../src/api/kinds/core-v1.generated.ts';
import { serviceAccountsController } from '../../../src/controllers/accounts/service-accounts.ts';
import { persistentVolumeBinder } from '../../../src/controllers/volumes/persistent-volume-binder.ts';
import { ManualClock } from '../../helpers/manual-clock.ts';
import { openSimulatedCluster } from '../../simulation/simulated-cluster.ts';
import { openControlledServer } from '../controlled-server.ts';

const VOLUMES = '/api/v1/persistentvolumes';
const CLAIMS = '/api/v1/namespaces/default/persistentvolumeclaims';
const PODS = '/api/v1/namespaces/default/pods';
const EVENTS = '/api/v1/namespaces/default/events';

let cluster: Awaited<ReturnType<typeof openControlledServer>>;
beforeAll(async () => {
  const loops = [serviceAccountsController, persistentVolumeBinder];
  const flags = { 'pvclaimbinder-sync-period': 100, 'pv-recycler-timeout-increment-hostpath': 40 };
  cluster = await openControlledServer(loops, undefined, {}, flags);
  await vi.waitFor(async () =>
    expect(await cluster.codeOf('/api/v1/namespaces/default/serviceaccounts/default')).toBe(200),
  );
});
afterAll(() => cluster.close());

const read = async (path: string) => (await cluster.ask(path)).body;
const statusOf = async (name: string) => (await read(`${VOLUMES}/${name}`)).status;
const recyclerOf = (name: string) => `${PODS}/recycler-for-${name}`;
const eventsOf = async (name: string): Promise<string[]> =>
  (await read(`${EVENTS}?fieldSelector=involvedObject.name=${name}`)).items.map(
    ({ type, reason, message }: Record<string, string>) => `${type} ${reason}: ${message}`,
  );

/** Creates a volume with a separate class, binds it to a claim, and deletes the claim. */
async function release(name: string, source: object, { storage = '1Gi', claimRef = {} } = {}) {
  const accessModes = ['ReadWriteOnce'];
  const isReserved = Object.keys(claimRef).length > 0;
  await cluster.create(VOLUMES, {
    metadata: { name },
    spec: {
      capacity: { storage },
      accessModes,
      persistentVolumeReclaimPolicy: 'Recycle',
      storageClassName: name,
      ...(isReserved ? { claimRef } : {}),
      ...source,
    },
  });
  await expect.poll(async () => (await statusOf(name)).phase).toBe('Available');
  await cluster.create(CLAIMS, {
    metadata: { name },
    spec: { accessModes, resources: { requests: { storage: '1Gi' } }, storageClassName: name },
  });
  await expect.poll(async () => (await read(`${CLAIMS}/${name}`)).status?.phase).toBe('Bound');
  await cluster.ask(`${CLAIMS}/${name}`, 'DELETE');
  await cluster.merge(`${CLAIMS}/${name}`, { metadata: { finalizers: null } });
}

const finish = (name: string, status: object) => cluster.merge(`${recyclerOf(name)}/status`, { status });

test('A pod empties a released volume, which becomes available again', async () => {
  await release('host', { hostPath: { path: '/data', type: 'Directory' } }, { storage: '5Gi' });
  await expect.poll(() => cluster.codeOf(recyclerOf('host'))).toBe(200);
  expect((await statusOf('host')).phase).toBe('Released');
  const { spec } = await read(recyclerOf('host'));
  expect(spec).toMatchObject({ activeDeadlineSeconds: 200, restartPolicy: 'Never' });
  expect(spec.volumes[0]).toEqual({ name: 'vol', hostPath: { path: '/data', type: '' } });
  expect(spec.containers[0]).toMatchObject({ name: 'pv-recycler', image: 'registry.k8s.io/debian-base:v2.0.0' });
  const involvedObject = { kind: 'Pod', namespace: 'default', name: 'recycler-for-host' };
  const event = {
    metadata: { name: 'pulled' },
    involvedObject,
    type: 'Normal',
    reason: 'Pulled',
    message: 'It is here',
  };
  await cluster.create(EVENTS, event);
  await expect.poll(() => eventsOf('host')).toEqual(['Normal RecyclerPod: Recycler pod: It is here']);
  await finish('host', { phase: 'Succeeded' });
  await expect.poll(async () => (await statusOf('host')).phase).toBe('Available');
  const { metadata, spec: freed } = await read(`${VOLUMES}/host`);
  expect(freed.claimRef).toBeUndefined();
  expect(metadata.annotations).toBeUndefined();
  expect(await cluster.codeOf(recyclerOf('host'))).toBe(404);
  await expect.poll(() => eventsOf('host')).toContainEqual('Normal VolumeRecycled: Volume recycled');
});

test('An NFS volume has a longer deadline, and a volume that is reserved by name stays reserved', async () => {
  const nfs = { server: 'files.example.com', path: '/export', readOnly: true };
  await release('share', { nfs }, { claimRef: { namespace: 'default', name: 'share' } });
  await expect.poll(() => cluster.codeOf(recyclerOf('share'))).toBe(200);
  const { spec } = await read(recyclerOf('share'));
  expect(spec.activeDeadlineSeconds).toBe(300);
  expect(spec.volumes[0]).toEqual({ name: 'vol', nfs: { server: 'files.example.com', path: '/export' } });
  await finish('share', { phase: 'Succeeded' });
  await expect.poll(async () => (await statusOf('share')).phase).toBe('Available');
  const { claimRef } = (await read(`${VOLUMES}/share`)).spec;
  expect(claimRef).toMatchObject({ namespace: 'default', name: 'share' });
  expect(claimRef.uid).toBeUndefined();
});

test('A volume without a recycler fails', async () => {
  await release('other', { iscsi: { targetPortal: '10.0.0.1', iqn: 'iqn.2024-01.com.example:disk', lun: 0 } });
  const message = 'No recycler plugin found for the volume!';
  await expect.poll(() => statusOf('other')).toMatchObject({ phase: 'Failed', message });
  await expect.poll(() => eventsOf('other')).toEqual([`Warning VolumeFailedRecycle: ${message}`]);
});

test('A volume whose pod fails is marked as failed, and recycled again', async () => {
  await release('broken', { hostPath: { path: '/broken' } });
  await expect.poll(() => cluster.codeOf(recyclerOf('broken'))).toBe(200);
  const { uid } = (await read(recyclerOf('broken'))).metadata;
  await finish('broken', { phase: 'Failed', message: 'Pod was active on the node longer than the specified deadline' });
  const message =
    'Recycle failed: failed to recycle volume: Pod was active on the node longer than the specified deadline';
  await expect.poll(() => statusOf('broken')).toMatchObject({ phase: 'Failed', message });
  await expect.poll(() => eventsOf('broken')).toEqual([`Warning VolumeFailedRecycle: ${message}`]);
  await expect.poll(async () => (await read(recyclerOf('broken'))).metadata?.uid).not.toBe(uid);
  await expect.poll(() => cluster.codeOf(recyclerOf('broken'))).toBe(200);
  await finish('broken', { phase: 'Succeeded' });
  await expect.poll(async () => await statusOf('broken')).toEqual({ phase: 'Available' });
});

test('An existing pod with the name of the recycler is deleted first', async () => {
  const spec = { containers: [{ name: 'c', image: 'i' }] };
  await cluster.create(PODS, { metadata: { name: 'recycler-for-taken' }, spec });
  const { uid } = (await read(recyclerOf('taken'))).metadata;
  await release('taken', { hostPath: { path: '/taken' } });
  const message = 'Recycle failed: old recycler pod found, will retry later';
  await expect.poll(() => statusOf('taken')).toMatchObject({ phase: 'Failed', message });
  await expect.poll(async () => (await read(recyclerOf('taken'))).metadata?.uid).not.toBe(uid);
});

test('A volume in use is recycled after its pods have ended', async () => {
  const volumes = [{ name: 'v', persistentVolumeClaim: { claimName: 'used' } }];
  await cluster.create(PODS, {
    metadata: { name: 'user' },
    spec: { containers: [{ name: 'c', image: 'i' }], volumes },
  });
  await release('used', { hostPath: { path: '/used' } });
  await expect
    .poll(() => eventsOf('used'))
    .toEqual(['Normal VolumeFailedRecycle: Volume is used by pods: default/user']);
  expect((await statusOf('used')).phase).toBe('Released');
  expect(await cluster.codeOf(recyclerOf('used'))).toBe(404);
  await cluster.merge(`${PODS}/user/status`, { status: { phase: 'Succeeded' } });
  await expect.poll(() => cluster.codeOf(recyclerOf('used'))).toBe(200);
});

test('The recycler pod runs on simulated nodes, and the volume has its events', async () => {
  const clock = new ManualClock();
  const names = 'scheduler,simulation,nodelifecycle,nodeipam,serviceaccount,persistentvolume-binder';
  const { client, close } = await openSimulatedCluster(1, names, { clock });
  await clock.advance(5000);
  const address = { group: '', version: 'v1', resource: 'persistentvolumes' };
  const claimRef = { kind: 'PersistentVolumeClaim', namespace: 'default', name: 'gone', uid: 'gone' };
  const spec = { capacity: { storage: '1Gi' }, accessModes: ['ReadWriteOnce'], hostPath: { path: '/data' }, claimRef };
  const metadata = { name: 'data', annotations: { 'pv.kubernetes.io/bound-by-controller': 'yes' } };
  await client.create(address, { metadata, spec: { ...spec, persistentVolumeReclaimPolicy: 'Recycle' } });
  for (let second = 0; second < 8; second++) await clock.advance(1000);
  const volume = await client.get<PersistentVolume>({ ...address, name: 'data' });
  expect([volume.status?.phase, volume.spec?.claimRef]).toEqual(['Available', undefined]);
  const events = await client.list<Event>({ group: '', version: 'v1', resource: 'events', namespace: 'default' });
  const own = events.items.filter(({ involvedObject }) => involvedObject.name === 'data');
  expect(own.map(({ message }) => message)).toEqual([
    'Recycler pod: Successfully assigned default/recycler-for-data to simulated-node-0',
    'Recycler pod: Pulling image "registry.k8s.io/debian-base:v2.0.0"',
    expect.stringContaining('Recycler pod: Successfully pulled image "registry.k8s.io/debian-base:v2.0.0" in '),
    'Recycler pod: Created container pv-recycler',
    'Recycler pod: Started container pv-recycler',
    'Volume recycled',
  ]);
  await close();
});
