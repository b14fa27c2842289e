import { afterEach, expect, test } from 'vitest';
import type { Fetch } from '../../../src/api/environment.ts';
import { createServer, type Server } from '../../../src/server/create-server.ts';
import { FlagError, type ServerFlags } from '../../../src/server/flags/server-flags.ts';
import { createMemoryStorage } from '../../../src/storage/memory-storage.ts';

const CONFIGURATION = 'clusters: [{ name: hook, cluster: { server: "https://hook.example/authorize" } }]\n';
const ANN = { username: 'ann', groups: ['system:authenticated'] };

let server: Server;
afterEach(() => server.close());

async function start(fetch: Fetch, flags: Partial<ServerFlags> = {}): Promise<Server> {
  server = await createServer({
    storage: await createMemoryStorage(),
    clock: { now: () => 0, after: () => () => undefined },
    random: { bytes: (count) => crypto.getRandomValues(new Uint8Array(count)) },
    fetch,
    flags: {
      dialect: 'kubernetes',
      'authorization-mode': 'RBAC,Webhook',
      'authorization-webhook-config-file': CONFIGURATION,
      'authorization-webhook-version': 'v1',
      ...flags,
    },
  });
  return server;
}
const get = (path: string) => server.fetch(new Request(`http://server${path}`), { user: ANN });
const answering =
  (status: object): Fetch =>
  async () =>
    Response.json({ kind: 'SubjectAccessReview', status });
const broken: Fetch = () => Promise.reject(new TypeError('connection refused'));
const PODS = '/api/v1/namespaces/default/pods';

test('the webhook allows requests', async () => {
  await start(answering({ allowed: true }));
  expect((await get(PODS)).status).toBe(200);
});

test('the reason of the webhook is part of the denial', async () => {
  await start(answering({ allowed: false, denied: true, reason: 'not on Sundays' }));
  const { message } = (await (await get(PODS)).json()) as { message: string };
  expect(message).toBe(
    'pods is forbidden: User "ann" cannot list resource "pods" in API group "" in the namespace "default": not on Sundays',
  );
});

test('a failing webhook responds 500, unless another authorizer allows the request', async () => {
  await start(broken);
  const response = await get(`${PODS}?limit=1`);
  expect(response.status).toBe(500);
  expect(await response.text()).toBe(
    `Internal Server Error: "${PODS}?limit=1": Post "https://hook.example/authorize?timeout=30s": connection refused\n`,
  );
  expect((await get('/version')).status).toBe(200);
});

test('a review reports the failure as an evaluation error', async () => {
  await start(broken);
  const response = await server.fetch(
    new Request('http://server/apis/authorization.k8s.io/v1/subjectaccessreviews', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ spec: { user: 'ann', nonResourceAttributes: { path: '/x', verb: 'get' } } }),
    }),
    { user: { username: 'admin', groups: ['system:masters'] } },
  );
  const { status } = (await response.json()) as { status: object };
  expect(status).toEqual({
    allowed: false,
    evaluationError: 'Post "https://hook.example/authorize?timeout=30s": connection refused',
  });
});

test.each([
  [{ 'authorization-mode': 'RBAC' }, 'cannot specify --authorization-webhook-config-file without mode Webhook'],
  [{ 'authorization-webhook-version': 'v2' }, '--authorization-webhook-version must be v1 or v1beta1, not v2'],
  [
    { 'authorization-webhook-cache-authorized-ttl': 'soon' },
    '--authorization-webhook-cache-authorized-ttl takes a duration like 5m0s, not soon',
  ],
])('the flags %j are rejected', async (flags, message) => {
  await expect(start(broken, flags)).rejects.toThrow(new FlagError(message));
});
