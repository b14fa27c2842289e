import { beforeEach, expect, test } from 'vitest';
import { clusterDialect, kubernetesDialect } from '../../../src/api/dialect.ts';
import type { AuthorizationAttributes } from '../../../src/authorization/authorizer.ts';
import { createAuthorizer } from '../../../src/authorization/index.ts';
import { nodeRules } from '../../../src/authorization/node/node-rules.ts';
import { ruleAllows } from '../../../src/authorization/rbac/rule-matching.ts';
import { FakeReader } from '../fake-reader.ts';
import { request, user } from '../fixtures.ts';

let reader: FakeReader;
const agent = user('system:node:n', 'system:nodes');
const decide = (given: Partial<AuthorizationAttributes>, who = agent, dialect = kubernetesDialect) =>
  createAuthorizer({ modes: ['Node'], reader, dialect }).authorize(request(who, given));
const mayGet = async (resource: string, name: string, namespace = 'x') =>
  (await decide({ resource, name, namespace })).decision === 'allow';

const put = (resource: string, ...objects: object[]) => reader.put(resource, ...(objects as never[]));
const podWith = (spec: object, metadata: object = {}) =>
  put('pods', { metadata: { namespace: 'x', name: 'p', ...metadata }, spec: { nodeName: 'n', ...spec } });

beforeEach(() => {
  reader = new FakeReader();
});

test('a node may read the objects that its pods reference, and nothing else', async () => {
  podWith({
    imagePullSecrets: [{ name: 'pull' }],
    initContainers: [{ name: 'i', envFrom: [{ secretRef: { name: 'from' } }, { configMapRef: { name: 'cfrom' } }] }],
    containers: [{ name: 'c', env: [{ name: 'E', valueFrom: { configMapKeyRef: { name: 'key', key: 'k' } } }] }],
    volumes: [
      { name: 'a', secret: { secretName: 'mounted' } },
      { name: 'b', projected: { sources: [{ secret: { name: 'projected' } }, { configMap: { name: 'cprojected' } }] } },
      { name: 'scratch', ephemeral: {} },
    ],
  });
  for (const name of ['pull', 'from', 'mounted', 'projected']) expect(await mayGet('secrets', name)).toBe(true);
  for (const name of ['cfrom', 'key', 'cprojected']) expect(await mayGet('configmaps', name)).toBe(true);
  expect(await mayGet('persistentvolumeclaims', 'p-scratch')).toBe(true);
  expect(await decide({ resource: 'secrets', name: 'other' })).toEqual({
    decision: 'no-opinion',
    reason: "no relationship found between node 'n' and this object",
  });
  expect(await mayGet('secrets', 'pull', 'y')).toBe(false);
});

test('a claim gives access to its volume and the secrets of the volume', async () => {
  podWith({ volumes: [{ name: 'v', persistentVolumeClaim: { claimName: 'claim' } }] });
  const csi = {
    nodeStageSecretRef: { namespace: 's', name: 'stage' },
    controllerPublishSecretRef: { name: 'publish' },
  };
  put('persistentvolumes', { metadata: { name: 'pv' }, spec: { csi, claimRef: { namespace: 'x', name: 'claim' } } });
  put('persistentvolumes', { metadata: { name: 'free' }, spec: { csi } });
  expect(await mayGet('persistentvolumes', 'pv', '')).toBe(true);
  expect(await mayGet('secrets', 'stage', 's')).toBe(true);
  expect(await mayGet('secrets', 'publish')).toBe(false);
  expect(await mayGet('persistentvolumes', 'free', '')).toBe(false);
});

test('pods of other nodes, unscheduled pods and mirror pods give no access', async () => {
  const imagePullSecrets = [{ name: 'pull' }];
  podWith({ imagePullSecrets, nodeName: 'm' });
  podWith({ imagePullSecrets, nodeName: '' });
  podWith({ imagePullSecrets }, { annotations: { 'kubernetes.io/config.mirror': 'h' } });
  expect(await mayGet('secrets', 'pull')).toBe(false);
});

test('checks between two changes share one index', async () => {
  const authorizer = createAuthorizer({ modes: ['Node'], reader, dialect: kubernetesDialect });
  const ask = async () => (await authorizer.authorize(request(agent, { resource: 'secrets', name: 'pull' }))).decision;
  expect(await ask()).toBe('no-opinion');
  const { lists } = reader;
  expect(await ask()).toBe('no-opinion');
  expect(reader.lists).toBe(lists);
  podWith({ imagePullSecrets: [{ name: 'pull' }] });
  expect(await ask()).toBe('allow');
});

test.each<[Partial<AuthorizationAttributes>, string]>([
  [{ resource: 'secrets', verb: 'patch' }, 'can only read resources of this type'],
  [{ resource: 'secrets', verb: 'list', name: '' }, 'No Object name found'],
  [{ resource: 'secrets', verb: 'list', name: '', namespace: '' }, 'can only read namespaced object of this type'],
  [{ resource: 'persistentvolumes', verb: 'list' }, 'can only get individual resources of this type'],
  [{ resource: 'serviceaccounts', verb: 'get' }, 'can only create tokens for individual service accounts'],
  [
    { group: 'coordination.k8s.io', resource: 'leases' },
    'can only access leases in the "kube-node-lease" system namespace',
  ],
  [
    { group: 'coordination.k8s.io', resource: 'leases', namespace: 'kube-node-lease' },
    'can only access node lease with the same name as the requesting node',
  ],
  [
    { group: 'storage.k8s.io', resource: 'csinodes', namespace: '' },
    'can only access CSINode with the same name as the requesting node',
  ],
])('%j is denied: %s', async (given, reason) => {
  expect(await decide(given)).toEqual({ decision: 'no-opinion', reason });
});

test('a node may write its lease, its CSINode and nodes, and request tokens for accounts of its pods', async () => {
  podWith({ serviceAccountName: 'sa' });
  const token = { resource: 'serviceaccounts', subresource: 'token', verb: 'create', name: 'sa' };
  const lease = { group: 'coordination.k8s.io', resource: 'leases', namespace: 'kube-node-lease', name: 'n' };
  const csiNode = { group: 'storage.k8s.io', resource: 'csinodes', namespace: '', name: 'n' };
  const otherNode = { resource: 'nodes', verb: 'patch', namespace: '', name: 'm' };
  for (const given of [token, lease, csiNode, otherNode])
    expect(await decide(given)).toMatchObject({ decision: 'allow' });
  expect(await decide({ ...otherNode, verb: 'delete' })).toMatchObject({ decision: 'no-opinion', reason: '' });
  const renamed = { ...lease, group: 'coordination.cluster.io' };
  expect(await decide(renamed, agent, clusterDialect)).toMatchObject({ decision: 'allow' });
});

test('only members of system:nodes with a name are nodes', async () => {
  const pods = { resource: 'pods', verb: 'list' };
  expect(await decide(pods, user('system:node:n'))).toEqual({ decision: 'no-opinion', reason: '' });
  expect(await decide(pods, user('system:node:', 'system:nodes'))).toEqual({
    decision: 'no-opinion',
    reason: 'unknown node for user "system:node:"',
  });
});

test('the rules of a node cannot be listed in full', async () => {
  const authorizer = createAuthorizer({ modes: ['Node'], reader, dialect: kubernetesDialect });
  expect(await authorizer.rulesFor(agent, 'x')).toMatchObject({
    incomplete: true,
    evaluationError: 'node authorizer does not support user rule resolution',
  });
  expect(await authorizer.rulesFor(user('ann'), 'x')).toMatchObject({ incomplete: false });
});

test('every node has exactly the permissions of the node rules', async () => {
  const rules = nodeRules(kubernetesDialect);
  const groups = [...new Set(rules.flatMap(({ apiGroups }) => apiGroups ?? [])), 'apps'];
  for (const verb of ['create', 'get', 'list', 'watch', 'update', 'patch', 'delete', 'deletecollection'])
    for (const group of groups)
      for (const resource of ['pods', 'nodes', 'events', 'services', 'endpoints', 'tokenreviews', 'csidrivers', 'jobs'])
        for (const subresource of ['', 'status', 'eviction', 'log']) {
          const asked = request(agent, { verb, group, resource, subresource });
          const isGranted = rules.some((rule) => ruleAllows(rule, asked));
          expect((await decide(asked)).decision === 'allow', JSON.stringify(asked)).toBe(isGranted);
        }
});
