import { afterAll, beforeAll, expect, test } from 'vitest';
import { serviceAccountsController } from '../../../../src/controllers/accounts/service-accounts.ts';
import { deploymentController } from '../../../../src/controllers/workloads/deployments/deployments.ts';
import { replicaSetController } from '../../../../src/controllers/workloads/replicas/replicasets.ts';
import { until } from '../../../helpers/until.ts';
import { openControlledServer } from '../../controlled-server.ts';

let cluster: Awaited<ReturnType<typeof openControlledServer>>;
const DEPLOYMENTS = '/apis/apps/v1/namespaces/shop/deployments';
const REPLICA_SETS = '/apis/apps/v1/namespaces/shop/replicasets';
const PODS = '/api/v1/namespaces/shop/pods';

beforeAll(async () => {
  cluster = await openControlledServer([serviceAccountsController, deploymentController, replicaSetController]);
  await cluster.create('/api/v1/namespaces', { metadata: { name: 'shop' } });
  await until(async () => (await cluster.codeOf('/api/v1/namespaces/shop/serviceaccounts/default')) === 200);
});
afterAll(() => cluster.close());

const read = async (path: string) => (await cluster.ask(path)).body;
const webDeployment = (name: string, spec: object = {}) => ({
  metadata: { name },
  spec: {
    replicas: 2,
    selector: { matchLabels: { app: name } },
    template: { metadata: { labels: { app: name } }, spec: { containers: [{ name: 'app', image: 'app:1' }] } },
    ...spec,
  },
});
const podsOf = async (name: string) => (await read(`${PODS}?labelSelector=app=${name}`)).items;
const setsOf = async (name: string) => (await read(`${REPLICA_SETS}?labelSelector=app=${name}`)).items;
const imageOf = (name: string) => async () =>
  (await podsOf(name)).map(({ spec }: { spec: { containers: { image: string }[] } }) => spec.containers[0]?.image);
const reasonsAbout = (name: string) => async (): Promise<string[]> =>
  (await read(`/api/v1/namespaces/shop/events?fieldSelector=involvedObject.name=${name}`)).items.map(
    ({ reason, message }: { reason: string; message: string }) => `${reason}: ${message}`,
  );
const makeReady = async (name: string): Promise<void> => {
  for (const pod of await podsOf(name)) {
    const conditions = [{ type: 'Ready', status: 'True', lastTransitionTime: '2020-01-01T00:00:00Z' }];
    await cluster.merge(`${PODS}/${pod.metadata.name}/status`, { status: { phase: 'Running', conditions } });
  }
};
const image = (text: string) => ({ spec: { template: { spec: { containers: [{ name: 'app', image: text }] } } } });

test('A deployment creates a replica set, which creates pods, and both record events', async () => {
  await cluster.create(DEPLOYMENTS, webDeployment('plain'));
  await expect.poll(async () => (await podsOf('plain')).length).toBe(2);
  const [set] = await setsOf('plain');
  const [pod] = await podsOf('plain');
  expect(pod.metadata).toMatchObject({
    generateName: `${set.metadata.name}-`,
    labels: set.spec.template.metadata.labels,
  });
  await expect
    .poll(reasonsAbout('plain'))
    .toEqual([`ScalingReplicaSet: Scaled up replica set ${set.metadata.name} to 2`]);
  await expect.poll(reasonsAbout(set.metadata.name)).toContain(`SuccessfulCreate: Created pod: ${pod.metadata.name}`);
});

test('Recreate removes every old pod before it creates a new one', async () => {
  await cluster.create(DEPLOYMENTS, webDeployment('recreated', { strategy: { type: 'Recreate' } }));
  await expect.poll(imageOf('recreated')).toEqual(['app:1', 'app:1']);
  const [held] = await podsOf('recreated');
  await cluster.merge(`${PODS}/${held.metadata.name}`, { metadata: { finalizers: ['example.com/hold'] } });
  await cluster.merge(`${DEPLOYMENTS}/recreated`, image('app:2'));
  await expect.poll(imageOf('recreated')).toEqual(['app:1']);
  await expect.poll(async () => (await read(`${DEPLOYMENTS}/recreated`)).status.observedGeneration).toBe(2);
  expect(await setsOf('recreated')).toHaveLength(1);
  await cluster.merge(`${PODS}/${held.metadata.name}`, { metadata: { finalizers: null } });
  await expect.poll(imageOf('recreated')).toEqual(['app:2', 'app:2']);
});

test('The rollback annotation restores the template of a revision as a new revision', async () => {
  await cluster.create(DEPLOYMENTS, webDeployment('rolled', { replicas: 1 }));
  await expect.poll(imageOf('rolled')).toEqual(['app:1']);
  await makeReady('rolled');
  await cluster.merge(`${DEPLOYMENTS}/rolled`, image('app:2'));
  await expect.poll(imageOf('rolled')).toContain('app:2');
  await makeReady('rolled');
  await expect.poll(imageOf('rolled')).toEqual(['app:2']);
  await cluster.merge(`${DEPLOYMENTS}/rolled`, {
    metadata: { annotations: { 'deprecated.deployment.rollback.to': '1' } },
  });
  await expect.poll(imageOf('rolled')).toContain('app:1');
  await expect
    .poll(async () => (await read(`${DEPLOYMENTS}/rolled`)).metadata.annotations)
    .toEqual({ 'deployment.kubernetes.io/revision': '3' });
  await expect
    .poll(reasonsAbout('rolled'))
    .toContain('DeploymentRollback: Rolled back deployment "rolled" to revision 1');
});

test('A limit range that forbids pods causes a condition of the deployment', async () => {
  await cluster.create('/api/v1/namespaces/shop/limitranges', {
    metadata: { name: 'small' },
    spec: { limits: [{ type: 'Container', max: { memory: '1Mi' } }] },
  });
  const containers = [{ name: 'app', image: 'app:1', resources: { limits: { memory: '2Mi' } } }];
  const template = { metadata: { labels: { app: 'forbidden' } }, spec: { containers } };
  await cluster.create(DEPLOYMENTS, webDeployment('forbidden', { template }));
  await expect
    .poll(async () => (await read(`${DEPLOYMENTS}/forbidden`)).status.conditions?.at(-1))
    .toMatchObject({ type: 'ReplicaFailure', status: 'True', reason: 'FailedCreate' });
  await cluster.ask('/api/v1/namespaces/shop/limitranges/small', 'DELETE');
  await expect.poll(async () => (await podsOf('forbidden')).length).toBe(2);
});

test('A new replica set uses another hash when its name is taken', async () => {
  await cluster.create(DEPLOYMENTS, webDeployment('first', { replicas: 0 }));
  await expect.poll(async () => (await setsOf('first')).length).toBe(1);
  const [{ metadata, spec }] = await setsOf('first');
  await cluster.ask(`${DEPLOYMENTS}/first`, 'DELETE');
  await cluster.ask(`${REPLICA_SETS}/${metadata.name}`, 'DELETE');
  await cluster.create(REPLICA_SETS, { metadata: { name: metadata.name, labels: { app: 'other' } }, spec });
  await cluster.create(DEPLOYMENTS, webDeployment('first', { replicas: 0 }));
  await expect.poll(async () => (await setsOf('first')).length).toBe(1);
  expect((await read(`${DEPLOYMENTS}/first`)).status.collisionCount).toBe(1);
});
