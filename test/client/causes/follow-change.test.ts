import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ChangeNode, WriteRecord } from '../../../src/api/debug/causes.ts';
import { writeText } from '../../../src/client/causes/cause-text.ts';
import {
  createTestCluster,
  expectCausedBy,
  followChange,
  type TestCluster,
} from '../../../src/hosts/testing/testing.ts';

const SHOP = `
apiVersion: v1
kind: Service
metadata: {name: web, namespace: default}
spec: {selector: {app: web}, ports: [{port: 80}]}
---
apiVersion: apps/v1
kind: Deployment
metadata: {name: web, namespace: default}
spec:
  replicas: 1
  selector: {matchLabels: {app: web}}
  template:
    metadata: {labels: {app: web}}
    spec: {containers: [{name: web, image: nginx}]}
`;
const VIEWER = `
apiVersion: rbac.authorization.k8s.io/v1
kind: ClusterRole
metadata: {name: viewer}
rules:
- {apiGroups: [debug.tabplane.dev], resources: [causes], verbs: [list]}
---
apiVersion: rbac.authorization.k8s.io/v1
kind: ClusterRoleBinding
metadata: {name: viewer}
roleRef: {apiGroup: rbac.authorization.k8s.io, kind: ClusterRole, name: viewer}
subjects: [{apiGroup: rbac.authorization.k8s.io, kind: User, name: viewer}]
---
apiVersion: rbac.authorization.k8s.io/v1
kind: Role
metadata: {name: viewer, namespace: default}
rules:
- {apiGroups: [''], resources: [pods], verbs: [list]}
---
apiVersion: rbac.authorization.k8s.io/v1
kind: RoleBinding
metadata: {name: viewer, namespace: default}
roleRef: {apiGroup: rbac.authorization.k8s.io, kind: Role, name: viewer}
subjects: [{apiGroup: rbac.authorization.k8s.io, kind: User, name: viewer}]
`;
const DEPLOYMENT = { resource: 'deployments', namespace: 'default', name: 'web' };

let cluster: TestCluster;
beforeAll(async () => {
  cluster = await createTestCluster();
  await cluster.load(SHOP);
  await cluster.clock.step('1m');
});
afterAll(() => cluster.close());

/** Returns the lines of a tree, indented, without the generated ends of names. */
const linesOf = (tree: readonly ChangeNode[], indent = ''): string[] =>
  tree.flatMap(({ writes, effects }) => [
    indent + writeText(writes[0] as WriteRecord).replace(/web-[\w-]+/, 'web-…'),
    ...linesOf(effects, `${indent}  `),
  ]);

test('the creation of a deployment leads to a replica set, its pods, their node, their containers and endpoints', async () => {
  const { tree } = await followChange(cluster, DEPLOYMENT);
  expect(linesOf(tree)).toEqual([
    'admin created deployments.apps/web',
    '  deployment-controller created replicasets.apps/web-…',
    '    replicaset-controller created pods/web-…',
    '      kube-scheduler bound pods/web-…',
    '        node-simulation updated the status of pods/web-…',
    '          endpoints-controller updated endpoints/web',
    '          endpointslice-controller updated endpointslices.discovery.k8s.io/web-…',
    '    replicaset-controller updated the status of replicasets.apps/web-…',
    '  deployment-controller updated the status of deployments.apps/web',
  ]);
});

test('the latest status of a deployment leads back to its creation', async () => {
  const { chain, sentence } = await followChange(cluster, DEPLOYMENT);
  expect(chain.at(-1)).toMatchObject({ user: 'admin', effect: 'created', resource: 'deployments.apps', name: 'web' });
  expect(sentence).toMatch(/^deployment-controller updated the status of deployments\.apps\/web, because /);
  expect(sentence).toMatch(/ because kube-scheduler bound pods\/\S+ \(1 of 1 checked nodes fits the pod\), because /);
});

test('a request is followed by the name of its trace, and any write by its revision', async () => {
  const { chain } = await followChange(cluster, DEPLOYMENT);
  const { trace = '' } = chain.at(-1) ?? {};
  const ofRequest = await followChange(cluster, { request: trace });
  expect(linesOf(ofRequest.tree)[1]).toBe('  deployment-controller created replicasets.apps/web-…');
  const { revision = '' } = ofRequest.tree[0]?.effects[0]?.writes[0] ?? {};
  const ofRevision = await followChange(cluster, { revision });
  expect(linesOf(ofRevision.tree)[0]).toBe('deployment-controller created replicasets.apps/web-…');
  expect(ofRevision.chain).toHaveLength(2);
});

test('a change that is not recorded is not found', async () => {
  await expect(followChange(cluster, { revision: '1' })).rejects.toMatchObject({ code: 404 });
  await expect(followChange(cluster, { revision: 'latest' })).rejects.toMatchObject({ code: 400 });
  await expect(followChange(cluster, { resource: 'pods', namespace: 'default', name: 'no' })).rejects.toMatchObject({
    code: 404,
  });
});

test('an expected cause returns its write, and another one fails with the causes', async () => {
  const write = await expectCausedBy(cluster, DEPLOYMENT, { by: 'kube-scheduler', resource: 'pods' });
  expect(write.subresource).toBe('binding');
  const failed = expectCausedBy(cluster, DEPLOYMENT, { by: 'job-controller', resource: 'pods', name: 'p' });
  await expect(failed).rejects.toThrow(
    /^Expected deployments\/web to be caused by a write of pods\/p by job-controller, but: deployment-controller updated/,
  );
});

test('objects that the caller may not list are not followed', async () => {
  const response = await cluster.as('alice').fetch('/apis/debug.tabplane.dev/v1alpha1/causes?resource=nodes&name=n');
  expect(response.status).toBe(403);
});

test('a caller only sees the writes of objects that it may list, by revision, by request and as reasons', async () => {
  await cluster.load(VIEWER);
  const viewer = cluster.as({ name: 'viewer' });
  const ask = (query: string) => viewer.fetch(`/apis/debug.tabplane.dev/v1alpha1/causes?${query}`);
  const { chain } = await followChange(cluster, DEPLOYMENT);
  const { trace = '', revision = '' } = chain.at(-1) ?? {};
  expect((await ask(`revision=${revision}`)).status).toBe(404);
  expect((await ask(`request=${trace}`)).status).toBe(404);
  const created = chain.find(({ resource, effect }) => resource === 'pods' && effect === 'created');
  const answer = await ask(`revision=${created?.revision}`);
  expect(answer.status).toBe(200);
  const found = await answer.text();
  expect(found).toContain('replicaset-controller created pods/web-');
  expect(found).toContain('kube-scheduler');
  expect(found).not.toMatch(/"resource":"(?!pods")/);
});

test('the cause of a write is neither stored in the object nor taken from a client over HTTP', async () => {
  const address = { group: '', version: 'v1', resource: 'configmaps', namespace: 'default' };
  const { client } = cluster;
  await client.request('/api/v1/namespaces/default/configmaps?cause=x', {
    method: 'POST',
    headers: { 'content-type': 'application/json', cause: 'x' },
    body: JSON.stringify({ metadata: { name: 'settings' }, cause: { component: 'x', reasons: [] } }),
  });
  expect(await client.get({ ...address, name: 'settings' })).not.toHaveProperty('cause');
  const { chain } = await followChange(cluster, { ...DEPLOYMENT, resource: 'configmaps', name: 'settings' });
  expect(chain).toHaveLength(1);
  expect(chain[0]).not.toHaveProperty('cause');
});
