import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Event, PersistentVolume, PersistentVolumeClaim, Pod } from '../../src/api/kinds/core-v1.generated.ts';
import { openSimulatedCluster, type SimulatedCluster } from '../simulation/simulated-cluster.ts';

const core = (resource: string) => ({ group: '', version: 'v1', resource });
const inDefault = (resource: string) => ({ ...core(resource), namespace: 'default' });

describe('claims that wait for their first consumer', () => {
  let cluster: SimulatedCluster;
  beforeAll(async () => {
    cluster = await openSimulatedCluster(3);
  });
  afterAll(() => cluster.close());

  const createClass = (name: string, provisioner: string) =>
    cluster.client.create(
      { group: 'storage.k8s.io', version: 'v1', resource: 'storageclasses' },
      { metadata: { name }, provisioner, volumeBindingMode: 'WaitForFirstConsumer' },
    );
  const createClaim = (name: string, storageClassName: string) =>
    cluster.client.create(inDefault('persistentvolumeclaims'), {
      metadata: { name },
      spec: { storageClassName, accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } } },
    });
  async function createConsumer(name: string): Promise<void> {
    const volumes = [{ name: 'data', persistentVolumeClaim: { claimName: name } }];
    const pod = { metadata: { name }, spec: { containers: [{ name: 'app', image: 'nginx' }], volumes } };
    await expect.poll(() => cluster.client.create(inDefault('pods'), pod)).toBeTruthy();
  }
  const pod = (name: string) => cluster.client.get<Pod>({ ...inDefault('pods'), name });
  const claim = (name: string) =>
    cluster.client.get<PersistentVolumeClaim>({ ...inDefault('persistentvolumeclaims'), name });

  it('are bound to a volume that the node of the pod can reach', async () => {
    await createClass('local', 'kubernetes.io/no-provisioner');
    const matchExpressions = [{ key: 'kubernetes.io/hostname', operator: 'In', values: ['simulated-node-1'] }];
    await cluster.client.create(core('persistentvolumes'), {
      metadata: { name: 'disk' },
      spec: {
        capacity: { storage: '5Gi' },
        accessModes: ['ReadWriteOnce'],
        storageClassName: 'local',
        local: { path: '/data' },
        nodeAffinity: { required: { nodeSelectorTerms: [{ matchExpressions }] } },
      },
    });
    await createClaim('static', 'local');
    await createConsumer('static');
    await expect.poll(async () => (await pod('static')).spec?.nodeName).toBe('simulated-node-1');
    expect((await claim('static')).spec?.volumeName).toBe('disk');
    const volume = await cluster.client.get<PersistentVolume>({ ...core('persistentvolumes'), name: 'disk' });
    expect(volume.metadata.annotations).toEqual({ 'pv.kubernetes.io/bound-by-controller': 'yes' });
    expect(volume.spec?.claimRef).toMatchObject({
      kind: 'PersistentVolumeClaim',
      namespace: 'default',
      name: 'static',
    });
  });

  it('do not change a volume that a user has reserved for them', async () => {
    await cluster.client.create(core('persistentvolumes'), {
      metadata: { name: 'reserved' },
      spec: {
        capacity: { storage: '5Gi' },
        accessModes: ['ReadWriteOnce'],
        storageClassName: 'local',
        claimRef: { namespace: 'default', name: 'by-name' },
        hostPath: { path: '/data' },
      },
    });
    await createClaim('by-name', 'local');
    await createConsumer('by-name');
    await expect.poll(async () => (await pod('by-name')).spec?.nodeName).toBeTruthy();
    const volume = await cluster.client.get<PersistentVolume>({ ...core('persistentvolumes'), name: 'reserved' });
    expect(volume.metadata.annotations).toBeUndefined();
  });

  it('name the chosen node for their provisioner while the pod waits for the volume', async () => {
    await createClass('made', 'example.com/disk');
    await createClaim('dynamic', 'made');
    await createConsumer('dynamic');
    const selected = async () => (await claim('dynamic')).metadata.annotations?.['volume.kubernetes.io/selected-node'];
    await expect.poll(selected).toMatch(/^simulated-node-\d$/);
    expect((await pod('dynamic')).spec?.nodeName).toBeUndefined();
  });

  const failures = async (name: string) => {
    const { items } = await cluster.client.list<Event>(inDefault('events'), {
      fieldSelector: `involvedObject.name=${name},reason=FailedScheduling`,
    });
    return items.map(({ message }) => message);
  };

  it('are assigned to a node again when provisioning fails on the chosen one', async () => {
    await createClass('scarce', 'example.com/disk');
    await createClaim('again', 'scarce');
    await createConsumer('again');
    const selected = async () => (await claim('again')).metadata.annotations?.['volume.kubernetes.io/selected-node'];
    await expect.poll(selected).toMatch(/^simulated-node-\d$/);
    await cluster.client.patch({ ...inDefault('persistentvolumeclaims'), name: 'again' }, 'merge', {
      metadata: { annotations: { 'volume.kubernetes.io/selected-node': null } },
    });
    const message = 'running PreBind plugin "VolumeBinding": binding volumes: provisioning failed for PVC "again"';
    await expect.poll(() => failures('again')).toEqual([message]);
    expect((await pod('again')).status?.conditions).toMatchObject([
      { type: 'PodScheduled', status: 'False', reason: 'SchedulerError', message },
    ]);
    await expect.poll(selected, { timeout: 5000 }).toMatch(/^simulated-node-\d$/);
  });

  it('no longer wait when their consumer is deleted', async () => {
    await createClass('slow', 'example.com/disk');
    await createClaim('left', 'slow');
    await createConsumer('left');
    const selected = async () => (await claim('left')).metadata.annotations?.['volume.kubernetes.io/selected-node'];
    await expect.poll(selected).toMatch(/^simulated-node-\d$/);
    await cluster.client.delete({ ...inDefault('pods'), name: 'left' });
    await expect
      .poll(() => failures('left'))
      .toEqual([
        'running PreBind plugin "VolumeBinding": binding volumes: pod does not exist any more: pod "left" not found',
      ]);
  });
});
