import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Why } from '../../../src/api/debug/why.ts';
import { createTestCluster, type TestCluster } from '../../../src/hosts/testing/testing.ts';
import { deployment } from './why-cluster.ts';

const WHY = '/apis/debug.tabplane.dev/v1alpha1/why';
const QUESTION = `${WHY}?resource=deploy&namespace=shop&name=web`;

let cluster: TestCluster;
beforeAll(async () => {
  const seed = `
apiVersion: v1
kind: Namespace
metadata: {name: shop}
---
apiVersion: rbac.authorization.k8s.io/v1
kind: ClusterRole
metadata: {name: asker}
rules:
- {apiGroups: [debug.tabplane.dev], resources: [why], verbs: [list]}
- {apiGroups: [apps], resources: [deployments, replicasets], verbs: [list]}
---
apiVersion: rbac.authorization.k8s.io/v1
kind: ClusterRoleBinding
metadata: {name: askers}
roleRef: {apiGroup: rbac.authorization.k8s.io, kind: ClusterRole, name: asker}
subjects: [{apiGroup: rbac.authorization.k8s.io, kind: User, name: ann}]
---${deployment('nodeSelector: {disk: ssd}')}`;
  cluster = await createTestCluster({ seed });
});
afterAll(() => cluster.close());

const ask = async (path: string, user?: string) => {
  const response = await (user ? cluster.as(user) : cluster).fetch(path);
  return { code: response.status, ...((await response.json()) as Why & { message?: string }) };
};

test('an administrator learns why pods have no node', async () => {
  const why = await ask(QUESTION);
  expect(why).toMatchObject({
    kind: 'Why',
    object: { apiVersion: 'apps/v1', kind: 'Deployment', namespace: 'shop', name: 'web' },
    unread: [],
  });
  expect(why.sentence).toContain('because no node has the label disk=ssd of its node selector.');
});

test('evidence names the objects, conditions and events that prove a cause', async () => {
  const { causes } = await ask(QUESTION);
  expect(causes[0]?.evidence[0]).toMatchObject({ type: 'object', object: { kind: 'Pod', namespace: 'shop' } });
  expect(causes[0]?.because[0]?.evidence[0]).toMatchObject({
    type: 'condition',
    object: { kind: 'Pod' },
    text: expect.stringMatching(/^PodScheduled=False Unschedulable: 0\/1 nodes are available/),
  });
});

test('a caller who may not list pods gets no facts about pods, and sees which kinds were not read', async () => {
  const why = await ask(QUESTION, 'ann');
  expect(why.code).toBe(200);
  expect(why.unread).toContain('Pod');
  expect(JSON.stringify(why.causes)).not.toContain('disk=ssd');
});

test('a caller who may not list the kind of the object is denied', async () => {
  const { code, message } = await ask(`${WHY}?resource=configmaps&namespace=shop&name=kube-root-ca.crt`, 'ann');
  expect({ code, message }).toEqual({
    code: 403,
    message: 'configmaps "kube-root-ca.crt" is forbidden: you may not list configmaps',
  });
});

test('a caller without permission for explanations is denied', async () => {
  expect((await ask(QUESTION, 'bob')).code).toBe(403);
});

test('a question needs a known resource, a name and a namespace', async () => {
  expect(await ask(`${WHY}?resource=deployments.apps`)).toMatchObject({
    code: 400,
    message: 'the parameters resource and name must name an object',
  });
  expect(await ask(`${WHY}?resource=toasters&name=a`)).toMatchObject({
    code: 400,
    message: 'the server serves no resource named toasters',
  });
  expect(await ask(`${WHY}?resource=pods&name=a`)).toMatchObject({
    code: 400,
    message: 'pods are namespaced: namespace is missing',
  });
  expect(await ask(`${WHY}?resource=pods&name=a&namespace=shop`)).toMatchObject({ code: 404 });
});

test('a fix is a request that can be tried as a dry run', async () => {
  const fork = await cluster.fork();
  const node = { group: '', version: 'v1', resource: 'nodes', name: 'simulated-node-0' };
  await fork.client.patch(node, 'merge', { spec: { unschedulable: true } });
  const why = (await (await fork.client.request(`${WHY}?resource=nodes&name=simulated-node-0`)).json()) as Why;
  const fix = why.causes[0]?.fix;
  expect(fix).toEqual({
    text: 'Uncordon node simulated-node-0',
    method: 'PATCH',
    path: '/api/v1/nodes/simulated-node-0',
    patch: { spec: { unschedulable: null } },
  });
  const tried = await fork.client.request(`${fix?.path}?dryRun=All`, {
    method: 'PATCH',
    headers: { 'content-type': 'application/merge-patch+json' },
    body: JSON.stringify(fix?.patch),
  });
  expect(((await tried.json()) as { spec: { unschedulable?: boolean } }).spec.unschedulable).toBeUndefined();
  await fork.close();
});

test('chains are the same in the cluster dialect', async () => {
  const other = await createTestCluster({
    dialect: 'cluster',
    seed: `
apiVersion: v1
kind: PersistentVolumeClaim
metadata: {name: data, namespace: default}
spec: {storageClassName: fast, accessModes: [ReadWriteOnce], resources: {requests: {storage: 1Gi}}}
`,
  });
  const path = `${WHY}?resource=pvc&namespace=default&name=data`;
  const why = (await (await other.client.request(path)).json()) as Why;
  expect(why.causes[0]?.rule).toBe('storage-class-missing');
  await other.close();
});
