import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { PersistentVolumeClaim, Pod } from '../../src/api/kinds/core-v1.generated.ts';
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
  });

  it('name the chosen node for their provisioner; the pod waits until the volume is there', async () => {
    await createClass('made', 'example.com/disk');
    await createClaim('dynamic', 'made');
    await createConsumer('dynamic');
    const selected = async () => (await claim('dynamic')).metadata.annotations?.['volume.kubernetes.io/selected-node'];
    await expect.poll(selected).toMatch(/^simulated-node-\d$/);
    expect((await pod('dynamic')).spec?.nodeName).toBeUndefined();
  });
});
