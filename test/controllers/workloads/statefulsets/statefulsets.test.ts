import { afterAll, beforeAll, expect, test } from 'vitest';
import { serviceAccountsController } from '../../../../src/controllers/accounts/service-accounts.ts';
import { statefulSetController } from '../../../../src/controllers/workloads/statefulsets/statefulsets.ts';
import { until } from '../../../helpers/until.ts';
import { openControlledServer } from '../../controlled-server.ts';

let cluster: Awaited<ReturnType<typeof openControlledServer>>;
const SETS = '/apis/apps/v1/namespaces/shop/statefulsets';
const PODS = '/api/v1/namespaces/shop/pods';

beforeAll(async () => {
  cluster = await openControlledServer([serviceAccountsController, statefulSetController]);
  await cluster.create('/api/v1/namespaces', { metadata: { name: 'shop' } });
  await until(async () => (await cluster.codeOf('/api/v1/namespaces/shop/serviceaccounts/default')) === 200);
});
afterAll(() => cluster.close());

const read = async (path: string) => (await cluster.ask(path)).body;
const makeReady = (pod: string) => {
  const conditions = [{ type: 'Ready', status: 'True', lastTransitionTime: '2020-01-01T00:00:00Z' }];
  return cluster.merge(`${PODS}/${pod}/status`, { status: { phase: 'Running', conditions } });
};
const set = (name: string, spec: object) => ({
  metadata: { name },
  spec: {
    serviceName: name,
    selector: { matchLabels: { app: name } },
    template: { metadata: { labels: { app: name } }, spec: { containers: [{ name: 'app', image: 'app:1' }] } },
    ...spec,
  },
});

const claimTemplate = (name: string) => ({
  metadata: { name },
  spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } } },
});
const messagesOf = async (name: string, reason: string) =>
  (await read(`/api/v1/namespaces/shop/events?fieldSelector=involvedObject.name=${name},reason=${reason}`)).items.map(
    ({ message }: { message: string }) => message,
  );

test('Pods are created in order, and a rollout starts with the last pod', async () => {
  await cluster.create(SETS, set('db', { replicas: 2 }));
  await expect.poll(() => cluster.codeOf(`${PODS}/db-0`)).toBe(200);
  await makeReady('db-0');
  await expect.poll(() => cluster.codeOf(`${PODS}/db-1`)).toBe(200);
  await makeReady('db-1');
  await expect.poll(async () => (await read(`${SETS}/db`)).status.availableReplicas).toBe(2);
  const containers = [{ name: 'app', image: 'app:2' }];
  await cluster.merge(`${SETS}/db`, { spec: { template: { spec: { containers } } } });
  await expect.poll(async () => (await read(`${PODS}/db-1`)).spec?.containers[0].image).toBe('app:2');
  expect((await read(`${PODS}/db-0`)).spec.containers[0].image).toBe('app:1');
  await makeReady('db-1');
  await expect.poll(async () => (await read(`${PODS}/db-0`)).spec?.containers[0].image).toBe('app:2');
  await makeReady('db-0');
  await expect
    .poll(async () => {
      const { currentRevision, updateRevision } = (await read(`${SETS}/db`)).status;
      return currentRevision === updateRevision;
    })
    .toBe(true);
  expect((await read('/apis/apps/v1/namespaces/shop/controllerrevisions')).items).toHaveLength(2);
});

test('Claims are created before their pod, and events name both', async () => {
  const volumeClaimTemplates = [claimTemplate('data')];
  await cluster.create(SETS, set('disk', { replicas: 1, volumeClaimTemplates }));
  await expect.poll(() => cluster.codeOf(`${PODS}/disk-0`)).toBe(200);
  const { spec } = await read(`${PODS}/disk-0`);
  expect(spec.volumes).toContainEqual({ name: 'data', persistentVolumeClaim: { claimName: 'data-disk-0' } });
  const events = '/api/v1/namespaces/shop/events?fieldSelector=involvedObject.name=disk';
  const messages = async () => (await read(events)).items.map(({ message }: { message: string }) => message).sort();
  await expect
    .poll(messages)
    .toEqual([
      'create Claim data-disk-0 Pod disk-0 in StatefulSet disk success',
      'create Pod disk-0 in StatefulSet disk successful',
    ]);
});

test('A failed pod is replaced', async () => {
  await cluster.create(SETS, set('crash', { replicas: 1 }));
  await expect.poll(() => cluster.codeOf(`${PODS}/crash-0`)).toBe(200);
  const { uid } = (await read(`${PODS}/crash-0`)).metadata;
  await cluster.merge(`${PODS}/crash-0/status`, { status: { phase: 'Failed' } });
  await expect
    .poll(async () => {
      const { metadata, status } = await read(`${PODS}/crash-0`);
      return status?.phase === 'Pending' && metadata.uid !== uid;
    })
    .toBe(true);
});

test('A changed retention policy is recorded as an update of the pods with affected claims', async () => {
  const volumeClaimTemplates = [claimTemplate('data')];
  await cluster.create(SETS, set('bound', { replicas: 1, volumeClaimTemplates }));
  await expect.poll(() => cluster.codeOf(`${PODS}/bound-0`)).toBe(200);
  await makeReady('bound-0');
  await expect.poll(async () => (await read(`${SETS}/bound`)).status.availableReplicas).toBe(1);
  const persistentVolumeClaimRetentionPolicy = { whenDeleted: 'Delete', whenScaled: 'Retain' };
  await cluster.merge(`${SETS}/bound`, { spec: { persistentVolumeClaimRetentionPolicy } });
  const claim = '/api/v1/namespaces/shop/persistentvolumeclaims/data-bound-0';
  await expect
    .poll(async () => (await read(claim)).metadata.ownerReferences)
    .toMatchObject([{ kind: 'StatefulSet', name: 'bound' }]);
  await expect
    .poll(() => messagesOf('bound', 'SuccessfulUpdate'))
    .toEqual(['update Pod bound-0 in StatefulSet bound successful']);
});

test('The claims of a pending pod follow a changed retention policy without an event', async () => {
  await cluster.create(SETS, set('waits', { replicas: 1, volumeClaimTemplates: [claimTemplate('data')] }));
  await expect.poll(() => cluster.codeOf(`${PODS}/waits-0`)).toBe(200);
  const persistentVolumeClaimRetentionPolicy = { whenDeleted: 'Delete', whenScaled: 'Retain' };
  await cluster.merge(`${SETS}/waits`, { spec: { persistentVolumeClaimRetentionPolicy } });
  const claim = '/api/v1/namespaces/shop/persistentvolumeclaims/data-waits-0';
  await expect
    .poll(async () => (await read(claim)).metadata.ownerReferences)
    .toMatchObject([{ kind: 'StatefulSet', name: 'waits' }]);
  await makeReady('waits-0');
  await expect.poll(async () => (await read(`${SETS}/waits`)).status.availableReplicas).toBe(1);
  expect(await messagesOf('waits', 'SuccessfulUpdate')).toEqual([]);
});

test('A terminating claim prevents the creation of its pod, but not of other claims', async () => {
  const claims = '/api/v1/namespaces/shop/persistentvolumeclaims';
  const { metadata, spec } = claimTemplate('data-two-0');
  await cluster.create(claims, { metadata: { ...metadata, finalizers: ['example.com/hold'] }, spec });
  await cluster.ask(`${claims}/data-two-0`, 'DELETE');
  const volumeClaimTemplates = [claimTemplate('data'), claimTemplate('logs')];
  await cluster.create(SETS, set('two', { replicas: 1, volumeClaimTemplates }));
  await expect.poll(() => cluster.codeOf(`${claims}/logs-two-0`)).toBe(200);
  await expect
    .poll(() => messagesOf('two', 'FailedCreate'))
    .toEqual(['create Pod two-0 in StatefulSet two failed error: pvc data-two-0 is being deleted']);
  expect(await cluster.codeOf(`${PODS}/two-0`)).toBe(404);
});

test('A status update removes foreign conditions', async () => {
  await cluster.create(SETS, set('plain', { replicas: 1 }));
  await expect.poll(() => cluster.codeOf(`${PODS}/plain-0`)).toBe(200);
  await expect.poll(async () => (await read(`${SETS}/plain`)).status.replicas).toBe(1);
  await cluster.merge(`${SETS}/plain/status`, { status: { conditions: [{ type: 'Seen', status: 'True' }] } });
  expect((await read(`${SETS}/plain`)).status.conditions).toHaveLength(1);
  await makeReady('plain-0');
  await expect.poll(async () => (await read(`${SETS}/plain`)).status.readyReplicas).toBe(1);
  expect((await read(`${SETS}/plain`)).status.conditions).toBeUndefined();
});

test('Revisions beyond the limit are deleted even when the set cannot create pods', async () => {
  const labels = { app: 'stuck' };
  const template = (image: string) => ({
    metadata: { labels },
    spec: { serviceAccountName: 'missing', containers: [{ name: 'app', image }] },
  });
  const revisions = async () =>
    (await read('/apis/apps/v1/namespaces/shop/controllerrevisions?labelSelector=app=stuck')).items
      .map(({ revision }: { revision: number }) => revision)
      .sort();
  await cluster.create(SETS, set('stuck', { revisionHistoryLimit: 0, template: template('app:1') }));
  await expect.poll(revisions).toEqual([1]);
  await expect.poll(async () => (await read(`${SETS}/stuck`)).status.currentRevision).toBeDefined();
  await cluster.merge(`${SETS}/stuck`, { spec: { template: template('app:2') } });
  await expect.poll(revisions).toEqual([2]);
});
