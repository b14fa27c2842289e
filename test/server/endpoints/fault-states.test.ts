import { afterEach, expect, test } from 'vitest';
import { systemClock } from '../../../src/hosts/platform.ts';
import { createServer, type Server } from '../../../src/server/create-server.ts';
import { createMemoryStorage } from '../../../src/storage/memory-storage.ts';
import type { Storage } from '../../../src/storage/storage.ts';

const FAULTS = '/apis/debug.tabplane.dev/v1alpha1/faultstates/cluster';
const MAPS = '/api/v1/namespaces/default/configmaps';
const HOOKS = '/apis/admissionregistration.k8s.io/v1/validatingwebhookconfigurations';

let server: Server | undefined;
afterEach(() => server?.close());

async function open(storage: Storage): Promise<void> {
  await server?.close();
  server = await createServer({
    storage,
    clock: systemClock,
    random: { bytes: (count) => crypto.getRandomValues(new Uint8Array(count)) },
    fetch: () => Promise.reject(new Error('nothing is reachable from here')),
    flags: {
      dialect: 'kubernetes',
      'token-auth-file': 'token,admin,uid,"system:masters"\nloop,system:kube-scheduler,s,\n',
    },
  });
}

async function send(method: string, path: string, body?: object, token = 'token') {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const init = { method, headers, ...(body ? { body: JSON.stringify(body) } : {}) };
  const response = await (server as Server).fetch(new Request(`http://localhost${path}`, init));
  const answer = await response.json();
  return { code: response.status, message: answer.message as string | undefined, spec: answer.spec };
}

test('a share of the requests of users fails until the fault is taken back, and components go on', async () => {
  await open(await createMemoryStorage());
  expect((await send('GET', MAPS)).code).toBe(200);
  expect(await send('PUT', FAULTS, { spec: { apiErrorShare: 1 } })).toMatchObject({ code: 200 });
  expect(await send('GET', MAPS)).toMatchObject({
    code: 503,
    message: expect.stringContaining('fault that a user switched on'),
  });
  expect((await send('GET', '/api/v1/nodes', undefined, 'loop')).code).toBe(200);
  expect((await send('GET', FAULTS)).spec).toEqual({ apiErrorShare: 1, webhooks: {} });
  await send('PUT', FAULTS, { spec: { apiErrorShare: 0 } });
  expect((await send('GET', MAPS)).code).toBe(200);
});

test('faults outlive the server', async () => {
  const storage = await createMemoryStorage();
  await open(storage);
  await send('PUT', FAULTS, { spec: { apiErrorShare: 1 } });
  await open(storage);
  expect((await send('GET', MAPS)).code).toBe(503);
});

test('the calls of a webhook are refused or time out, as its fault says', async () => {
  await open(await createMemoryStorage());
  const webhook = {
    ...{ name: 'check.example.com', sideEffects: 'None', admissionReviewVersions: ['v1'], timeoutSeconds: 1 },
    clientConfig: { url: 'https://check.example.com' },
    rules: [{ apiGroups: [''], apiVersions: ['v1'], operations: ['CREATE'], resources: ['configmaps'] }],
  };
  await send('POST', HOOKS, { metadata: { name: 'check' }, webhooks: [webhook] });
  const create = () => send('POST', MAPS, { metadata: { name: 'a' } });
  await send('PUT', FAULTS, { spec: { webhooks: { 'check.example.com': 'unreachable' } } });
  expect((await create()).message).toMatch(/failed calling webhook "check\.example\.com".*connection refused/);
  await send('PUT', FAULTS, { spec: { webhooks: { 'check.example.com': 'hanging' } } });
  expect((await create()).message).toMatch(/failed calling webhook "check\.example\.com".*context deadline exceeded/);
  await send('PUT', FAULTS, { spec: { webhooks: {} } });
  expect((await create()).message).toMatch(/nothing is reachable from here/);
});

test('the fault of a webhook ends when the last configuration with the webhook is deleted', async () => {
  await open(await createMemoryStorage());
  const webhook = (name: string) => ({
    ...{ name, sideEffects: 'None', admissionReviewVersions: ['v1'] },
    clientConfig: { url: `https://${name}` },
  });
  const create = (name: string, ...hooks: string[]) =>
    send('POST', HOOKS, { metadata: { name }, webhooks: hooks.map(webhook) });
  await create('one', 'a.example.com', 'b.example.com');
  await create('two', 'b.example.com');
  const faults = { 'a.example.com': 'hanging', 'b.example.com': 'hanging', 'later.example.com': 'hanging' };
  await send('PUT', FAULTS, { spec: { webhooks: faults } });
  const left = async () => Object.keys((await send('GET', FAULTS)).spec.webhooks);
  await send('DELETE', `${HOOKS}/one`);
  await expect.poll(left).toEqual(['b.example.com', 'later.example.com']);
  await send('DELETE', `${HOOKS}/two`);
  await expect.poll(left).toEqual(['later.example.com']);
});

test('a fault that is not valid is rejected', async () => {
  await open(await createMemoryStorage());
  expect(await send('PUT', FAULTS, { spec: { apiErrorShare: 2 } })).toMatchObject({ code: 400 });
  expect(await send('PUT', FAULTS, { spec: { webhooks: { a: 'slow' } } })).toMatchObject({ code: 400 });
  expect((await send('GET', `${FAULTS}s`)).code).toBe(404);
});
