import { afterAll, beforeAll, expect, test } from 'vitest';
import { persistentVolumeBinder } from '../../../src/controllers/volumes/persistent-volume-binder.ts';
import { openControlledServer } from '../controlled-server.ts';

const VOLUMES = '/api/v1/persistentvolumes';
const CLAIMS = '/api/v1/namespaces/default/persistentvolumeclaims';
const CLASSES = '/apis/storage.k8s.io/v1/storageclasses';

let cluster: Awaited<ReturnType<typeof openControlledServer>>;
beforeAll(async () => {
  cluster = await openControlledServer([persistentVolumeBinder]);
});
afterAll(() => cluster.close());

interface VolumeFields {
  readonly storage?: string;
  readonly modes?: string[];
  readonly policy?: string;
  readonly path?: string;
  readonly spec?: object;
}
/** Each test uses a separate storage class, so that tests do not share volumes. */
const volume = (
  name: string,
  storageClassName: string,
  { storage = '1Gi', modes = ['ReadWriteOnce'], policy = 'Retain', path = '/data', spec = {} }: VolumeFields = {},
) =>
  cluster.create(VOLUMES, {
    metadata: { name },
    spec: {
      capacity: { storage },
      accessModes: modes,
      persistentVolumeReclaimPolicy: policy,
      hostPath: { path },
      storageClassName,
      ...spec,
    },
  });
const claim = (name: string, storageClassName: string | undefined, spec: object = {}) =>
  cluster.create(CLAIMS, {
    metadata: { name },
    spec: {
      accessModes: ['ReadWriteOnce'],
      resources: { requests: { storage: '1Gi' } },
      ...(storageClassName === undefined ? {} : { storageClassName }),
      ...spec,
    },
  });
const read = async (path: string) => (await cluster.ask(path)).body;
const claimOf = (name: string) => read(`${CLAIMS}/${name}`);
const volumeOf = (name: string) => read(`${VOLUMES}/${name}`);
const available = (name: string) => expect.poll(async () => (await volumeOf(name)).status?.phase).toBe('Available');
const eventsOf = async (name: string): Promise<string[]> =>
  (await read(`/api/v1/namespaces/default/events?fieldSelector=involvedObject.name=${name}`)).items.map(
    ({ type, reason, message }: Record<string, string>) => `${type} ${reason}: ${message}`,
  );
/** Deletes an object and removes its finalizers, which no other controller does here. */
async function remove(path: string) {
  await cluster.ask(path, 'DELETE');
  await cluster.merge(path, { metadata: { finalizers: null } });
}

test('A claim gets the smallest sufficient volume, with no more access modes than required', async () => {
  await volume('small', 'fit', { storage: '500Mi' });
  await volume('huge', 'fit', { storage: '10Gi' });
  await volume('right', 'fit', { storage: '2Gi' });
  await volume('shared', 'fit', { storage: '1Gi', modes: ['ReadWriteOnce', 'ReadWriteMany'] });
  for (const name of ['small', 'huge', 'right', 'shared']) await available(name);
  await claim('fit', 'fit');
  await expect.poll(async () => (await claimOf('fit')).spec.volumeName).toBe('right');
  await expect
    .poll(async () => (await claimOf('fit')).status)
    .toEqual({ phase: 'Bound', accessModes: ['ReadWriteOnce'], capacity: { storage: '2Gi' } });
  expect((await volumeOf('right')).spec.claimRef).toMatchObject({ kind: 'PersistentVolumeClaim', name: 'fit' });
});

test('Two claims do not get the same volume, and the second claim gets a later volume', async () => {
  await volume('one', 'race');
  await available('one');
  await Promise.all([claim('race-1', 'race'), claim('race-2', 'race')]);
  const names = async () =>
    [(await claimOf('race-1')).spec.volumeName, (await claimOf('race-2')).spec.volumeName].sort();
  await expect.poll(names).toEqual(['one', undefined]);
  await volume('two', 'race');
  await expect.poll(names).toEqual(['one', 'two']);
});

test('A volume that is reserved by name waits for its claim, even with WaitForFirstConsumer', async () => {
  const provisioner = 'kubernetes.io/no-provisioner';
  const metadata = { name: 'waiting' };
  await cluster.create(CLASSES, { metadata, provisioner, volumeBindingMode: 'WaitForFirstConsumer' });
  await volume('free', 'waiting');
  await volume('reserved', 'waiting', { spec: { claimRef: { namespace: 'default', name: 'mine' } } });
  await available('reserved');
  await claim('other', 'waiting');
  await claim('mine', 'waiting');
  await expect.poll(async () => (await claimOf('mine')).status.phase).toBe('Bound');
  expect((await claimOf('mine')).spec.volumeName).toBe('reserved');
  expect((await volumeOf('reserved')).metadata.annotations).toBeUndefined();
  await expect
    .poll(() => eventsOf('other'))
    .toEqual(['Normal WaitForFirstConsumer: waiting for first consumer to be created before binding']);
  const spec = {
    containers: [{ name: 'c', image: 'i' }],
    volumes: [{ name: 'v', persistentVolumeClaim: { claimName: 'other' } }],
  };
  await cluster.create('/api/v1/namespaces/default/serviceaccounts', { metadata: { name: 'default' } });
  await cluster.create('/api/v1/namespaces/default/pods', { metadata: { name: 'user' }, spec });
  await expect
    .poll(() => eventsOf('other'))
    .toContainEqual('Normal WaitForPodScheduled: waiting for pod user to be scheduled');
});

test.each([
  ['too-small', { storage: '1Mi' }, 'requested PV is too small'],
  ['other-modes', { modes: ['ReadOnlyMany'] }, 'incompatible accessMode'],
  ['block', { spec: { volumeMode: 'Block' } }, 'incompatible volumeMode'],
] as const)(
  'A claim gets an event with the reason why it cannot bind the volume in its spec: %s',
  async (name, fields, problem) => {
    await volume(name, 'asked', fields as VolumeFields);
    await available(name);
    await claim(name, 'asked', { volumeName: name });
    await expect
      .poll(() => eventsOf(name))
      .toContainEqual(`Warning VolumeMismatch: Cannot bind to requested volume "${name}": ${problem}`);
  },
);

test('A claim for a volume of another claim gets an event, and waits', async () => {
  await volume('wanted', 'wanted');
  await available('wanted');
  await claim('first', 'wanted');
  await expect.poll(async () => (await claimOf('first')).status.phase).toBe('Bound');
  await claim('second', 'wanted', { volumeName: 'wanted' });
  await expect
    .poll(() => eventsOf('second'))
    .toEqual(['Warning FailedBinding: volume "wanted" already bound to a different claim.']);
  expect((await claimOf('second')).status).toEqual({ phase: 'Pending' });
});

test('A volume with fewer access modes is preferred to a reserved volume', async () => {
  const modes = ['ReadWriteOnce', 'ReadWriteMany'];
  const claimRef = { namespace: 'default', name: 'modest' };
  await volume('exact', 'modest');
  await volume('generous', 'modest', { modes, spec: { claimRef } });
  for (const name of ['exact', 'generous']) await available(name);
  await claim('modest', 'modest');
  await expect.poll(async () => (await claimOf('modest')).spec.volumeName).toBe('exact');
});

test('A volume is released when its claim is deleted, and deleted when its policy and plugin allow it', async () => {
  await volume('kept', 'kept');
  await volume('scratch', 'scratch', { policy: 'Delete', path: '/tmp/scratch' });
  await volume('deeper', 'deeper', { policy: 'Delete', path: '/var/tmp/scratch' });
  await volume('stuck', 'stuck', { policy: 'Delete', path: '/data/stuck' });
  for (const name of ['kept', 'scratch', 'deeper', 'stuck']) {
    await available(name);
    await claim(name, name);
    await expect.poll(async () => (await claimOf(name)).status.phase).toBe('Bound');
    await remove(`${CLAIMS}/${name}`);
  }
  await expect.poll(async () => (await volumeOf('kept')).status.phase).toBe('Released');
  for (const name of ['scratch', 'deeper'])
    await expect.poll(async () => (await volumeOf(name)).metadata.deletionTimestamp).toBeTruthy();
  await expect
    .poll(async () => (await volumeOf('stuck')).status)
    .toEqual({
      phase: 'Failed',
      message: 'host_path deleter only supports /tmp/.+ but received provided /data/stuck',
    });
});

test.each([
  ['local', { path: '/disk' }, 'no deletable volume plugin matched'],
  ['csi', { driver: 'example.com', volumeHandle: 'v' }, 'no deletable volume plugin matched'],
  ['nfs', { server: 'nfs.example.com', path: '/' }, 'no deletable volume plugin matched'],
  ['iscsi', { targetPortal: '10.0.0.1', iqn: 'iqn.2001-04.com.example:disk', lun: 0 }, 'no volume plugin matched'],
])('A volume of the type %s that a user created cannot be deleted', async (type, source, problem) => {
  const term = { matchExpressions: [{ key: 'zone', operator: 'Exists' }] };
  const nodeAffinity = type === 'local' ? { required: { nodeSelectorTerms: [term] } } : undefined;
  await volume(type, type, { policy: 'Delete', spec: { hostPath: undefined, [type]: source, nodeAffinity } });
  await available(type);
  await claim(type, type);
  await expect.poll(async () => (await claimOf(type)).status.phase).toBe('Bound');
  await remove(`${CLAIMS}/${type}`);
  const message = `error getting deleter volume plugin for volume "${type}": ${problem}`;
  await expect.poll(async () => (await volumeOf(type)).status).toEqual({ phase: 'Failed', message });
});

test('A volume of a migrated plugin is left to its CSI driver', async () => {
  const created = await volume('migrated', 'migrated', { policy: 'Delete' });
  const of = (provisioner: string) => ({ 'pv.kubernetes.io/provisioned-by': provisioner });
  await cluster.merge(`${VOLUMES}/migrated`, { metadata: { annotations: of('kubernetes.io/gce-pd') } });
  const annotations = async () => (await volumeOf(created.metadata.name)).metadata.annotations;
  await expect
    .poll(annotations)
    .toEqual({ ...of('kubernetes.io/gce-pd'), 'pv.kubernetes.io/migrated-to': 'pd.csi.storage.gke.io' });
  await claim('migrated', 'migrated');
  await expect.poll(async () => (await claimOf('migrated')).status.phase).toBe('Bound');
  await remove(`${CLAIMS}/migrated`);
  await expect.poll(async () => (await volumeOf('migrated')).status).toEqual({ phase: 'Released' });
  await cluster.merge(`${VOLUMES}/migrated`, { metadata: { annotations: of('example.com') } });
  await expect.poll(annotations).toEqual({ ...of('example.com'), 'pv.kubernetes.io/bound-by-controller': 'yes' });
});

test('A claim with a migrated provisioner is annotated with its CSI driver', async () => {
  const provisioner = { 'volume.beta.kubernetes.io/storage-provisioner': 'kubernetes.io/aws-ebs' };
  await claim('asking', 'nowhere');
  await cluster.merge(`${CLAIMS}/asking`, { metadata: { annotations: provisioner } });
  await expect
    .poll(async () => (await claimOf('asking')).metadata.annotations)
    .toEqual({ ...provisioner, 'pv.kubernetes.io/migrated-to': 'ebs.csi.aws.com' });
});

test('A claim is lost when its volume is deleted', async () => {
  await volume('doomed', 'doomed');
  await available('doomed');
  await claim('doomed', 'doomed');
  await expect.poll(async () => (await claimOf('doomed')).status.phase).toBe('Bound');
  await remove(`${VOLUMES}/doomed`);
  await expect.poll(async () => (await claimOf('doomed')).status).toEqual({ phase: 'Lost' });
  const message = 'Bound claim has lost its PersistentVolume. Data on the volume is lost!';
  await expect.poll(() => eventsOf('doomed')).toContainEqual(`Warning ClaimLost: ${message}`);
});

test('A claim without a class gets an event, and later the default class when one exists', async () => {
  await claim('plain', undefined);
  const message = 'no persistent volumes available for this claim and no storage class is set';
  await expect.poll(() => eventsOf('plain')).toEqual([`Normal FailedBinding: ${message}`]);
  const annotations = { 'storageclass.kubernetes.io/is-default-class': 'true' };
  await cluster.create(CLASSES, { metadata: { name: 'standard', annotations }, provisioner: 'kubernetes.io/gce-pd' });
  await expect.poll(async () => (await claimOf('plain')).spec.storageClassName).toBe('standard');
  await expect
    .poll(async () => (await claimOf('plain')).metadata.annotations)
    .toMatchObject({ 'volume.kubernetes.io/storage-provisioner': 'pd.csi.storage.gke.io' });
});

test.each([
  ['glusterfs', 'no volume plugin matched name: kubernetes.io/glusterfs'],
  ['nfs', 'no provisionable volume plugin matched'],
  ['local-volume', 'no provisionable volume plugin matched'],
])('A provisioner that does not exist or cannot provision is reported: kubernetes.io/%s', async (plugin, message) => {
  await cluster.create(CLASSES, { metadata: { name: plugin }, provisioner: `kubernetes.io/${plugin}` });
  await claim(`of-${plugin}`, plugin);
  await expect.poll(() => eventsOf(`of-${plugin}`)).toEqual([`Warning ProvisioningFailed: ${message}`]);
  expect((await claimOf(`of-${plugin}`)).metadata.annotations).toBeUndefined();
});

test('The host-path plugin is called, and rejects provisioning', async () => {
  const provisioner = 'kubernetes.io/host-path';
  await cluster.create(CLASSES, { metadata: { name: 'host' }, provisioner });
  await cluster.create(CLASSES, { metadata: { name: 'host-ro' }, provisioner, mountOptions: ['ro', 'sync'] });
  await claim('of-host', 'host');
  await claim('of-host-ro', 'host-ro');
  const dataSource = { kind: 'PersistentVolumeClaim', name: 'of-host' };
  await claim('copy', 'host', { dataSource });
  const expected = [
    ['of-host', 'Failed to create provisioner: provisioning in volume plugin "kubernetes.io/host-path" is disabled'],
    [
      'of-host-ro',
      'Mount options are not supported by the provisioner but StorageClass "host-ro" has mount options [ro sync]',
    ],
    [
      'copy',
      'plugin "kubernetes.io/host-path" is not a CSI plugin. Only CSI plugin can provision a claim with a datasource',
    ],
  ] as const;
  for (const [name, message] of expected)
    await expect.poll(() => eventsOf(name)).toContain(`Warning ProvisioningFailed: ${message}`);
  expect((await claimOf('of-host')).metadata.annotations).toMatchObject({
    'volume.kubernetes.io/storage-provisioner': provisioner,
  });
  expect((await claimOf('copy')).metadata.annotations).toBeUndefined();
});
