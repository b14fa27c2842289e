import { afterEach, beforeEach, expect, test } from 'vitest';
import type { AccessExplanation } from '../../../src/api/debug/access-explanation.ts';
import type { UserInfo } from '../../../src/api/user-info.ts';
import { createServer, type Server } from '../../../src/server/create-server.ts';
import type { ServerOptions } from '../../../src/server/server-options.ts';
import { createMemoryStorage } from '../../../src/storage/memory-storage.ts';

const PATH = '/apis/debug.tabplane.dev/v1alpha1/accessexplanations';
const RBAC = '/apis/rbac.authorization.cluster.io/v1/namespaces/default';
const ADMIN: UserInfo = { username: 'admin', groups: ['system:masters'] };
const JSON_BODY = { 'content-type': 'application/json' };
const ANN: UserInfo = { username: 'ann', groups: ['system:authenticated'] };

let server: Server;
async function start(flags: ServerOptions['flags'] = {}): Promise<void> {
  server = await createServer({
    storage: await createMemoryStorage(),
    clock: { now: () => 0, after: () => () => undefined },
    random: { bytes: (count) => crypto.getRandomValues(new Uint8Array(count)) },
    fetch: () => Promise.reject(new Error('no outgoing requests in this test')),
    flags,
  });
}
beforeEach(() => start());
afterEach(() => server.close());

const send = (path: string, body?: object, user = ADMIN): Promise<Response> =>
  server.fetch(
    new Request(`http://server${path}`, body ? { method: 'POST', headers: JSON_BODY, body: JSON.stringify(body) } : {}),
    {
      user,
    },
  );
const ask = (spec: object, user = ADMIN): Promise<Response> =>
  send(PATH, { apiVersion: 'debug.tabplane.dev/v1alpha1', kind: 'AccessExplanation', spec }, user);
const resourceAttributes = { namespace: 'default', verb: 'get', resource: 'configmaps' };

async function allowAnn(): Promise<void> {
  await send(`${RBAC}/roles`, {
    metadata: { name: 'reader' },
    rules: [{ apiGroups: [''], resources: ['configmaps'], verbs: ['get'] }],
  });
  await send(`${RBAC}/rolebindings`, {
    metadata: { name: 'readers' },
    roleRef: { apiGroup: 'rbac.authorization.cluster.io', kind: 'Role', name: 'reader' },
    subjects: [{ kind: 'User', name: 'ann' }],
  });
}

test('the explanation lists the rules that allow the request, and the subjects with access', async () => {
  await allowAnn();
  const response = await ask({ user: 'ann', resourceAttributes });
  const { spec, status } = (await response.json()) as AccessExplanation;
  expect(response.status).toBe(201);
  expect(spec).toEqual({ user: 'ann', resourceAttributes });
  expect(status).toMatchObject({
    allowed: true,
    reason: 'RBAC: allowed by RoleBinding "readers/default" of Role "reader" to User "ann"',
    considered: [{ binding: { name: 'readers' }, role: { name: 'reader' }, granted: true }],
  });
  expect(status?.subjects.map(({ kind, name }) => `${kind} ${name}`)).toEqual(
    expect.arrayContaining(['Group system:masters', 'User ann']),
  );
});

test('the explanation of a denial says why a rule does not match', async () => {
  await allowAnn();
  const response = await ask({ user: 'ann', resourceAttributes: { ...resourceAttributes, verb: 'delete' } });
  expect(((await response.json()) as AccessExplanation).status).toMatchObject({
    allowed: false,
    considered: [{ granted: false, why: 'The rule allows get, not delete.' }],
  });
});

test('a member of system:masters needs no role', async () => {
  const response = await ask({ user: 'root', groups: ['system:masters'], resourceAttributes });
  expect(((await response.json()) as AccessExplanation).status).toMatchObject({
    allowed: true,
    reason: 'Members of system:masters may do everything, regardless of roles.',
    considered: [],
  });
});

test('the caller needs permission to create the explanation', async () => {
  const response = await ask({ user: 'ann', resourceAttributes }, ANN);
  expect(response.status).toBe(403);
  expect(((await response.json()) as { message: string }).message).toBe(
    'accessexplanations.debug.tabplane.dev is forbidden: User "ann" cannot create resource "accessexplanations" in API group "debug.tabplane.dev" at the cluster scope',
  );
});

test('a spec without a user is rejected', async () => {
  const response = await ask({});
  expect(response.status).toBe(422);
  expect(((await response.json()) as { message: string }).message).toContain('spec.user');
});

test('the group has discovery documents, but is not in the list of groups', async () => {
  const list = (await (await send('/apis/debug.tabplane.dev/v1alpha1')).json()) as { resources: { name: string }[] };
  expect(list.resources.map(({ name }) => name)).toContain('accessexplanations');
  expect((await send('/apis/debug.tabplane.dev')).status).toBe(200);
  for (const path of ['/apis', '/']) expect(await (await send(path)).text()).not.toContain('debug.tabplane.dev');
});

test('other methods, versions and resources are rejected', async () => {
  expect((await send(PATH)).status).toBe(405);
  expect((await send('/apis/debug.tabplane.dev/v1')).status).toBe(404);
  expect((await send('/apis/debug.tabplane.dev/v1alpha1/other', {})).status).toBe(404);
});

test('the API group can be disabled', async () => {
  await server.close();
  await start({ 'runtime-config': 'debug.tabplane.dev/v1alpha1=false' });
  expect((await ask({ user: 'ann', resourceAttributes })).status).toBe(404);
});
