import { afterEach, beforeEach, expect, test } from 'vitest';
import type { AccessChange, AccessFixes, AccessMatrix } from '../../../src/api/debug/access-analysis.ts';
import type { Status } from '../../../src/api/status.ts';
import { createServer, type Server } from '../../../src/server/create-server.ts';
import { createMemoryStorage } from '../../../src/storage/memory-storage.ts';

const DEBUG = '/apis/debug.tabplane.dev/v1alpha1';
const GROUP = 'rbac.authorization.cluster.io';
const RBAC = `/apis/${GROUP}/v1`;
const question = { user: 'ann', resourceAttributes: { namespace: 'default', verb: 'get', resource: 'configmaps' } };

let server: Server;
beforeEach(async () => {
  server = await createServer({
    storage: await createMemoryStorage(),
    clock: { now: () => 0, after: () => () => undefined },
    random: { bytes: (count) => crypto.getRandomValues(new Uint8Array(count)) },
    fetch: () => Promise.reject(new Error('no outgoing requests in this test')),
  });
});
afterEach(() => server.close());

const post = (path: string, body: object, groups = ['system:masters']): Promise<Response> =>
  server.fetch(
    new Request(`http://server${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    }),
    { user: { username: 'somebody', groups } },
  );
async function answer<T>(path: string, spec: object): Promise<T> {
  const response = await post(`${DEBUG}/${path}`, { spec });
  expect(response.status).toBe(201);
  return (await response.json()) as T;
}
const collectionOf = ({ kind, metadata }: { kind: string; metadata: { namespace?: string | undefined } }) =>
  `${RBAC}/${metadata.namespace ? `namespaces/${metadata.namespace}/` : ''}${kind.toLowerCase()}s`;

test('the objects of a fix can be created unchanged and allow the request', async () => {
  const { status } = await answer<AccessFixes>('accessfixes', question);
  expect(status?.allowed).toBe(false);
  const [own, bound] = status?.fixes ?? [];
  const strictly = '?fieldValidation=Strict';
  for (const object of bound?.objects ?? [])
    expect((await post(`${collectionOf(object)}${strictly}&dryRun=All`, object)).status).toBe(201);
  for (const object of own?.objects ?? [])
    expect((await post(`${collectionOf(object)}${strictly}`, object)).status).toBe(201);
  expect((await answer<AccessFixes>('accessfixes', question)).status).toEqual({ allowed: true, fixes: [] });
  expect(bound?.objects).toMatchObject([{ roleRef: { kind: 'ClusterRole' } }]);
});

test('a matrix lists every served resource with the bindings that grant access', async () => {
  const { status } = await answer<AccessMatrix>('accessmatrices', {
    user: 'ann',
    groups: ['system:authenticated'],
    resourceAttributes: { namespace: 'default' },
  });
  const row = (resource: string) => status?.rows.find((each) => each.resource === resource);
  expect(row('configmaps')).toMatchObject({ group: '', namespaced: true, granted: [] });
  expect(row('pods/log')).toMatchObject({ verbs: ['get'] });
  expect(row('clusterroles')?.verbs).toContain('escalate');
  const [own] = row('selfsubjectaccessreviews')?.granted ?? [];
  const source = status?.sources[own?.sources[0] ?? -1];
  expect(source?.binding.name).toBe('system:basic-user');
  expect(status?.paths.map(({ path }) => path)).toContain('/version');
});

test('an access change shows the effects of an edit before it is saved', async () => {
  const role = {
    apiVersion: `${GROUP}/v1`,
    kind: 'Role',
    metadata: { namespace: 'default', name: 'reader' },
    rules: [{ apiGroups: [''], resources: ['configmaps'], verbs: ['get'] }],
  };
  await post(collectionOf(role), role);
  const binding = {
    apiVersion: `${GROUP}/v1`,
    kind: 'RoleBinding',
    metadata: { namespace: 'default', name: 'readers' },
    roleRef: { apiGroup: GROUP, kind: 'Role', name: 'reader' },
    subjects: [{ kind: 'User', name: 'ann' }],
  };
  const { status } = await answer<AccessChange>('accesschanges', { object: binding });
  const ann = { subject: { kind: 'User', name: 'ann' }, namespace: 'default', rules: role.rules };
  expect(status).toEqual({ gained: [ann], lost: [] });
  await post(collectionOf(binding), binding);
  const deletion = { object: { kind: 'Role', metadata: role.metadata }, delete: true };
  expect((await answer<AccessChange>('accesschanges', deletion)).status).toEqual({ gained: [], lost: [ann] });
});

test.each([
  [{}, 'spec.object: Required value: the role or binding as it would be stored'],
  [
    { object: { kind: 'Pod' } },
    'spec.object.kind: Unsupported value: "Pod": supported values: "Role", "ClusterRole", "RoleBinding", "ClusterRoleBinding"',
  ],
  [{ object: { kind: 'Role', metadata: { name: 'a' } } }, 'spec.object.metadata.namespace: Required value'],
  [{ object: { kind: 'Role' } }, 'spec.object.metadata.name: Required value'],
])('the change %j is rejected', async (spec, detail) => {
  const response = await post(`${DEBUG}/accesschanges`, { spec });
  expect(response.status).toBe(422);
  expect(((await response.json()) as Status).message).toBe(`AccessChange.debug.tabplane.dev "" is invalid: ${detail}`);
});

test.each(['accesschanges', 'accessfixes', 'accessmatrices'])('%s require permission', async (resource) => {
  expect((await post(`${DEBUG}/${resource}`, { spec: question }, ['system:authenticated'])).status).toBe(403);
});
