import { afterEach, beforeEach, expect, test } from 'vitest';
import { startControllers } from '../../src/hosts/controllers/start-controllers.ts';
import { systemClock, systemRandom } from '../../src/hosts/platform.ts';
import { createServer, type Server } from '../../src/server/create-server.ts';
import { createMemoryStorage } from '../../src/storage/memory-storage.ts';
import type { Storage } from '../../src/storage/storage.ts';

const STATES = '/apis/debug.tabplane.dev/v1alpha1/controllerstates';
const NAME = 'serviceaccount-controller';
let storage: Storage;
let server: Server;
let stop: () => Promise<void>;

async function open() {
  server = await createServer({
    storage,
    clock: systemClock,
    random: systemRandom,
    fetch: () => Promise.reject(new Error('nothing is reachable from here')),
    flags: { dialect: 'kubernetes', 'token-auth-file': 'token,admin,uid,"system:masters"\n' },
  });
  stop = startControllers(server, 'kubernetes', undefined, { stopped: await server.stoppedControllers() });
}
async function close() {
  await stop();
  await server.close();
}

beforeEach(async () => {
  storage = await createMemoryStorage();
  await open();
});
afterEach(close);

async function send(method: string, path: string, body?: unknown) {
  const headers = { authorization: 'Bearer token', 'content-type': 'application/json' };
  const init = { method, headers, ...(body ? { body: JSON.stringify(body) } : {}) };
  const response = await server.fetch(new Request(`http://localhost${path}`, init));
  return { code: response.status, ...(await response.json()) };
}
const accountOf = async (namespace: string) =>
  (await send('GET', `/api/v1/namespaces/${namespace}/serviceaccounts/default`)).code;

test('the API lists the controllers with their service accounts', async () => {
  const { items } = await send('GET', STATES);
  expect(items).toContainEqual({
    apiVersion: 'debug.tabplane.dev/v1alpha1',
    kind: 'ControllerState',
    metadata: { name: NAME },
    spec: { isRunning: true },
    status: { serviceAccount: 'service-account-controller' },
  });
});

test('a stopped controller does nothing until it is started, even after a restart of the server', async () => {
  expect(await send('PUT', `${STATES}/${NAME}`, { spec: { isRunning: false } })).toMatchObject({
    code: 200,
    spec: { isRunning: false },
  });
  await send('POST', '/api/v1/namespaces', { metadata: { name: 'shop' } });
  await close();
  await open();
  expect((await send('GET', `${STATES}/${NAME}`)).spec).toEqual({ isRunning: false });
  expect(await accountOf('shop')).toBe(404);

  await send('PUT', `${STATES}/${NAME}`, { spec: { isRunning: true } });
  await expect.poll(() => accountOf('shop')).toBe(200);
});

test('the API rejects unknown controllers and invalid bodies', async () => {
  expect((await send('PUT', `${STATES}/unknown`, { spec: { isRunning: false } })).code).toBe(404);
  expect(await send('PUT', `${STATES}/${NAME}`, { spec: {} })).toMatchObject({
    code: 400,
    message: 'spec.isRunning must be true or false',
  });
});
