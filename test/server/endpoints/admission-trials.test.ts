import { afterEach, beforeEach, expect, test } from 'vitest';
import type { AdmissionTrial } from '../../../src/api/debug/admission-trial.ts';
import type { UserInfo } from '../../../src/api/user-info.ts';
import { systemClock, systemRandom } from '../../../src/hosts/platform.ts';
import { createServer, type Server } from '../../../src/server/create-server.ts';
import { createMemoryStorage } from '../../../src/storage/memory-storage.ts';
import { sandboxForTests } from '../../local-services/sandbox-for-tests.ts';

const PATH = '/apis/debug.tabplane.dev/v1alpha1/admissiontrials';
const ADMIN: UserInfo = { username: 'admin', groups: ['system:masters'] };
const CONFIG_MAPS = '/api/v1/namespaces/default/configmaps';

let server: Server;
beforeEach(async () => {
  server = await createServer({
    storage: await createMemoryStorage({ firstRevision: 300 }),
    clock: systemClock,
    random: systemRandom,
    fetch: () => Promise.reject(new TypeError('nothing is reachable from here')),
    sandbox: sandboxForTests,
    flags: { dialect: 'kubernetes' },
  });
});
afterEach(() => server.close());

function send(method: string, path: string, body?: unknown, user = ADMIN): Promise<Response> {
  const headers = { 'content-type': 'application/json' };
  const init = { method, headers, ...(body === undefined ? {} : { body: JSON.stringify(body) }) };
  return server.fetch(new Request(`http://localhost${path}`, init), { user });
}

async function tryIt(objects: object[], request: object) {
  const response = await send('POST', PATH, { spec: { objects, request } });
  const body = (await response.json()) as AdmissionTrial & { message?: string };
  return { code: response.status, ...body };
}

const CREATE = {
  method: 'POST',
  path: CONFIG_MAPS,
  body: JSON.stringify({ metadata: { name: 'tried' }, data: { a: 'b' } }),
};

/** A LimitRange, as an example of an object that admission reads. */
const LIMITS = {
  apiVersion: 'v1',
  kind: 'LimitRange',
  metadata: { name: 'limits', namespace: 'default' },
  spec: { limits: [{ type: 'Container', default: { cpu: '1' } }] },
};
const POD = {
  method: 'POST',
  path: '/api/v1/namespaces/default/pods',
  contentType: 'application/yaml',
  body: 'metadata: {name: p}\nspec: {containers: [{name: c, image: i}]}\n',
};

test('a trial returns the resulting object and its trace, and stores nothing', async () => {
  const { code, status } = await tryIt([], CREATE);
  expect(code).toBe(201);
  expect(status?.response).toMatchObject({ kind: 'ConfigMap', data: { a: 'b' } });
  expect(status?.trace).toMatchObject({ request: { verb: 'create', dryRun: true }, response: { code: 201 } });
  expect((await send('GET', `${CONFIG_MAPS}/tried`)).status).toBe(404);
});

test('admission sees the objects of the trial, which are not stored', async () => {
  await send('POST', '/api/v1/namespaces/default/serviceaccounts', { metadata: { name: 'default' } });
  const { status } = await tryIt([LIMITS], POD);
  expect(status?.response).toMatchObject({ spec: { containers: [{ resources: { limits: { cpu: '1' } } }] } });
  const step = status?.trace.admission.find(({ plugin, patch }) => plugin === 'LimitRanger' && patch);
  expect(step?.patch).not.toEqual([]);
  expect((await send('GET', '/api/v1/namespaces/default/limitranges/limits')).status).toBe(404);
  const kept = await (await send('GET', '/apis/debug.tabplane.dev/v1alpha1/requesttraces')).text();
  expect(kept).not.toContain('limitranges');
  const without = await tryIt([], POD);
  expect(JSON.stringify(without.status?.response)).not.toContain('"cpu":"1"');
});

test('an invalid object fails the trial with the error of that object', async () => {
  const { code, message } = await tryIt([{ ...LIMITS, spec: { limits: [{}] } }], CREATE);
  expect(code).toBe(422);
  expect(message).toContain('LimitRange "limits" is invalid');
  const unknown = await tryIt([{ ...LIMITS, kind: 'Limits' }], CREATE);
  expect(unknown).toMatchObject({ code: 400, message: 'no kind "Limits" is served in v1' });
});

test('a trial of a rejected request returns the error as its result', async () => {
  const { status } = await tryIt([], { ...CREATE, path: '/api/v1/namespaces/missing/configmaps' });
  expect(status?.response).toMatchObject({ kind: 'Status', code: 404, message: 'namespaces "missing" not found' });
});

test('a trial has only the permissions of its caller', async () => {
  const ann = { username: 'ann', groups: ['system:authenticated'] };
  expect((await send('POST', PATH, { spec: { objects: [], request: CREATE } }, ann)).status).toBe(403);
  await send('POST', '/apis/rbac.authorization.k8s.io/v1/clusterroles', {
    metadata: { name: 'trials' },
    rules: [{ apiGroups: ['debug.tabplane.dev'], resources: ['admissiontrials'], verbs: ['create'] }],
  });
  await send('POST', '/apis/rbac.authorization.k8s.io/v1/clusterrolebindings', {
    metadata: { name: 'trials' },
    roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'ClusterRole', name: 'trials' },
    subjects: [{ apiGroup: 'rbac.authorization.k8s.io', kind: 'User', name: 'ann' }],
  });
  const tried = await send('POST', PATH, { spec: { objects: [], request: CREATE } }, ann);
  expect(((await tried.json()) as AdmissionTrial).status?.response).toMatchObject({ code: 403 });
  const withObject = await send('POST', PATH, { spec: { objects: [LIMITS], request: CREATE } }, ann);
  expect(withObject.status).toBe(403);
});

test.each([
  [{}, 'an AdmissionTrial needs spec.objects, a list, and spec.request'],
  [{ spec: { objects: [], request: { method: 'GET', path: '/' } } }, 'spec.request.method must be one of POST'],
  [{ spec: { objects: [], request: { method: 'POST', path: 'x' } } }, 'spec.request.path must begin with a slash'],
])('an invalid trial is rejected: %j', async (body, message) => {
  const response = await send('POST', PATH, body);
  expect(response.status).toBe(400);
  expect(((await response.json()) as { message: string }).message).toContain(message);
});
