import { afterAll, beforeAll, expect, test } from 'vitest';
import { ClusterClock } from '../../../../src/api/cluster-clock.ts';
import { timeText } from '../../../../src/api/environment.ts';
import { deploymentController } from '../../../../src/controllers/workloads/deployments/deployments.ts';
import { replicaSetController } from '../../../../src/controllers/workloads/replicas/replicasets.ts';
import { replicationControllerController } from '../../../../src/controllers/workloads/replicas/replicationcontrollers.ts';
import { systemClock } from '../../../../src/hosts/platform.ts';
import { openControlledServer } from '../../controlled-server.ts';

const clock = new ClusterClock(systemClock);
let cluster: Awaited<ReturnType<typeof openControlledServer>>;
const SETS = '/apis/apps/v1/namespaces/default/replicasets';
const CONTROLLERS = '/api/v1/namespaces/default/replicationcontrollers';
const PODS = '/api/v1/namespaces/default/pods';
const DEPLOYMENTS = '/apis/apps/v1/namespaces/default/deployments';

beforeAll(async () => {
  cluster = await openControlledServer(
    [replicaSetController, replicationControllerController, deploymentController],
    clock,
  );
  await cluster.create('/api/v1/namespaces/default/serviceaccounts', { metadata: { name: 'default' } });
});
afterAll(() => cluster.close());

const read = async (path: string) => (await cluster.ask(path)).body;
const podsOf = async (app: string) => (await read(`${PODS}?labelSelector=app=${app}`)).items;
const pod = (app: string) => ({
  metadata: { labels: { app } },
  spec: { containers: [{ name: 'app', image: 'app:1' }] },
});
const replicaSet = (app: string, spec: object) => ({
  metadata: { name: app },
  spec: { selector: { matchLabels: { app } }, template: pod(app), ...spec },
});
const makeReady = (name: string) => {
  const conditions = [{ type: 'Ready', status: 'True', lastTransitionTime: timeText(clock.now()) }];
  return cluster.merge(`${PODS}/${name}/status`, { status: { phase: 'Running', conditions } });
};

test('A replica set never has more pods than desired, however often pods are deleted', async () => {
  const wanted = 20;
  await cluster.create(SETS, replicaSet('many', { replicas: wanted }));
  await expect.poll(async () => (await podsOf('many')).length).toBe(wanted);
  for (let round = 0; round < 10; round++) {
    const pods = await podsOf('many');
    expect(pods.length).toBeLessThanOrEqual(wanted);
    for (const { metadata } of pods.slice(0, 3)) await cluster.ask(`${PODS}/${metadata.name}`, 'DELETE');
  }
  let most = 0;
  await expect
    .poll(async () => {
      const { length } = await podsOf('many');
      most = Math.max(most, length);
      return length;
    })
    .toBe(wanted);
  await expect.poll(async () => (await read(`${SETS}/many`)).status.replicas).toBe(wanted);
  expect(Math.max(most, (await podsOf('many')).length)).toBe(wanted);
});

test('A ready pod becomes available when minReadySeconds have passed', async () => {
  await cluster.create(SETS, replicaSet('slow', { replicas: 1, minReadySeconds: 3600 }));
  await expect.poll(async () => (await podsOf('slow')).length).toBe(1);
  await makeReady((await podsOf('slow'))[0].metadata.name);
  await expect.poll(async () => (await read(`${SETS}/slow`)).status.readyReplicas).toBe(1);
  expect((await read(`${SETS}/slow`)).status.availableReplicas).toBeUndefined();
  await clock.advanceTo(clock.now() + 3_602_000);
  await expect.poll(async () => (await read(`${SETS}/slow`)).status.availableReplicas).toBe(1);
});

test('A rollout without progress fails when its deadline passes', async () => {
  await cluster.create(DEPLOYMENTS, replicaSet('stuck', { replicas: 1, progressDeadlineSeconds: 60 }));
  const progress = async () =>
    (await read(`${DEPLOYMENTS}/stuck`)).status.conditions?.find(({ type }: { type: string }) => type === 'Progressing')
      ?.reason;
  await expect.poll(progress).toBe('ReplicaSetUpdated');
  await clock.advanceTo(clock.now() + 62_000);
  await expect.poll(progress).toBe('ProgressDeadlineExceeded');
});

test('A replication controller adopts matching pods and releases pods that no longer match', async () => {
  await cluster.create(PODS, { ...pod('waif'), metadata: { name: 'waif', labels: { app: 'waif' } } });
  await cluster.create(CONTROLLERS, {
    metadata: { name: 'waif' },
    spec: { replicas: 1, selector: { app: 'waif' }, template: pod('waif') },
  });
  const owners = async () => (await read(`${PODS}/waif`)).metadata.ownerReferences;
  await expect.poll(owners).toMatchObject([{ kind: 'ReplicationController', controller: true }]);
  expect(await podsOf('waif')).toHaveLength(1);
  await cluster.merge(`${PODS}/waif`, { metadata: { labels: { app: 'free' } } });
  await expect.poll(owners).toBeUndefined();
  await expect.poll(async () => (await podsOf('waif')).length).toBe(1);
});

test('A new matching pod is adopted immediately, and a surplus pod is deleted', async () => {
  await cluster.create(SETS, replicaSet('full', { replicas: 1 }));
  await expect.poll(async () => (await podsOf('full')).length).toBe(1);
  await makeReady((await podsOf('full'))[0].metadata.name);
  await cluster.create(PODS, { ...pod('full'), metadata: { name: 'extra', labels: { app: 'full' } } });
  // The extra pod is deleted because it is not ready.
  await expect.poll(() => cluster.codeOf(`${PODS}/extra`)).toBe(404);
  expect(await podsOf('full')).toHaveLength(1);
});
