import { afterAll, beforeAll, expect, test } from 'vitest';
import { attachDetachController } from '../../../src/controllers/volumes/attach-detach.ts';
import { openControlledServer } from '../controlled-server.ts';

const NAMESPACE = '/api/v1/namespaces/default';
const ATTACHMENTS = '/apis/storage.k8s.io/v1/volumeattachments';
const MANAGED = { 'volumes.kubernetes.io/controller-managed-attach-detach': 'true' };

let cluster: Awaited<ReturnType<typeof openControlledServer>>;
beforeAll(async () => {
  cluster = await openControlledServer([attachDetachController]);
  await cluster.create(`${NAMESPACE}/serviceaccounts`, { metadata: { name: 'default' } });
  for (const [name, annotations] of [
    ['n1', MANAGED],
    ['n2', MANAGED],
    ['foreign', {}],
  ] as const)
    await cluster.create('/api/v1/nodes', { metadata: { name, annotations } });
});
afterAll(() => cluster.close());

/** Creates a claim and a CSI volume with the same name, bound to each other. */
async function boundClaim(name: string, driver = 'disk.example.com') {
  const common = { accessModes: ['ReadWriteOnce'], storageClassName: '' };
  const { metadata } = await cluster.create(`${NAMESPACE}/persistentvolumeclaims`, {
    metadata: { name },
    spec: { ...common, volumeName: name, resources: { requests: { storage: '1Gi' } } },
  });
  const claimRef = { kind: 'PersistentVolumeClaim', namespace: 'default', name, uid: metadata.uid };
  const csi = { driver, volumeHandle: `handle-${name}` };
  const spec = { ...common, capacity: { storage: '1Gi' }, csi, claimRef };
  await cluster.create('/api/v1/persistentvolumes', { metadata: { name }, spec });
  await cluster.merge(`${NAMESPACE}/persistentvolumeclaims/${name}/status`, { status: { phase: 'Bound' } });
}
const pod = (name: string, claimName: string, nodeName: string) =>
  cluster.create(`${NAMESPACE}/pods`, {
    metadata: { name },
    spec: {
      containers: [{ name: 'c', image: 'i' }],
      volumes: [{ name: 'v', persistentVolumeClaim: { claimName } }],
      nodeName,
      terminationGracePeriodSeconds: 0,
    },
  });
const remove = (name: string) => cluster.ask(`${NAMESPACE}/pods/${name}`, 'DELETE', { gracePeriodSeconds: 0 });
const attachmentsOf = async (volume: string) =>
  (await cluster.ask(ATTACHMENTS)).body.items.filter(
    ({ spec }: { spec: { source: { persistentVolumeName: string } } }) => spec.source.persistentVolumeName === volume,
  );
const nodesOf = async (volume: string) =>
  (await attachmentsOf(volume)).map(({ spec }: { spec: { nodeName: string } }) => spec.nodeName);
const eventsOf = async (name: string): Promise<string[]> =>
  (await cluster.ask(`${NAMESPACE}/events?fieldSelector=involvedObject.name=${name}`)).body.items.map(
    ({ type, reason, message }: Record<string, string>) => `${type} ${reason}: ${message}`,
  );

test('The volume of a scheduled pod is attached to its node, reported by the node, and detached after the pod', async () => {
  await boundClaim('data');
  await pod('web', 'data', 'n1');
  await expect.poll(() => nodesOf('data')).toEqual(['n1']);
  const [attachment] = await attachmentsOf('data');
  expect(attachment.metadata.name).toMatch(/^csi-[0-9a-f]{64}$/);
  expect(attachment.spec.attacher).toBe('disk.example.com');
  await cluster.merge(`${ATTACHMENTS}/${attachment.metadata.name}/status`, { status: { attached: true } });
  const attached = async () => (await cluster.ask('/api/v1/nodes/n1')).body.status.volumesAttached;
  const name = 'kubernetes.io/csi/disk.example.com^handle-data';
  await expect.poll(attached).toEqual([{ name, devicePath: '' }]);
  await expect
    .poll(() => eventsOf('web'))
    .toEqual(['Normal SuccessfulAttachVolume: AttachVolume.Attach succeeded for volume "data" ']);
  await cluster.merge('/api/v1/nodes/n1/status', { status: { volumesInUse: [name] } });
  await remove('web');
  await expect.poll(attached).toBeUndefined();
  expect(await nodesOf('data')).toEqual(['n1']);
  await cluster.merge('/api/v1/nodes/n1/status', { status: { volumesInUse: null } });
  await expect.poll(() => nodesOf('data')).toEqual([]);
});

test('A single-node volume is attached to a second node only after it is detached from the first', async () => {
  await boundClaim('single');
  await pod('first', 'single', 'n1');
  await expect.poll(() => nodesOf('single')).toEqual(['n1']);
  await pod('second', 'single', 'n2');
  const message = 'Multi-Attach error for volume "single" Volume is already used by pod(s) first';
  await expect.poll(() => eventsOf('second')).toEqual([`Warning FailedAttachVolume: ${message}`]);
  await remove('first');
  await expect.poll(() => nodesOf('single')).toEqual(['n2']);
});

test('Drivers without attachment, and nodes that attach volumes themselves, get no attachments', async () => {
  await cluster.create('/apis/storage.k8s.io/v1/csidrivers', {
    metadata: { name: 'nfs.example.com' },
    spec: { attachRequired: false },
  });
  await boundClaim('shared', 'nfs.example.com');
  await boundClaim('own');
  await boundClaim('last');
  await pod('sharing', 'shared', 'n1');
  await pod('owning', 'own', 'foreign');
  await pod('latest', 'last', 'n1');
  await expect.poll(() => nodesOf('last')).toEqual(['n1']);
  expect(await nodesOf('shared')).toEqual([]);
  expect(await nodesOf('own')).toEqual([]);
});

test('A volume is detached from an out-of-service node even when it seems to be in use', async () => {
  await boundClaim('stuck');
  await pod('lost', 'stuck', 'n2');
  await expect.poll(() => nodesOf('stuck')).toEqual(['n2']);
  await cluster.merge('/api/v1/nodes/n2/status', {
    status: { volumesInUse: ['kubernetes.io/csi/disk.example.com^handle-stuck'] },
  });
  await remove('lost');
  await new Promise((resolve) => setTimeout(resolve, 200));
  expect(await nodesOf('stuck')).toEqual(['n2']);
  const taints = [{ key: 'node.kubernetes.io/out-of-service', value: 'nodeshutdown', effect: 'NoExecute' }];
  await cluster.merge('/api/v1/nodes/n2', { spec: { taints } });
  await expect.poll(() => nodesOf('stuck')).toEqual([]);
});
