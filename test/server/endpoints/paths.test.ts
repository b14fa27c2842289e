import { beforeAll, expect, test } from 'vitest';
import { kubernetesDialect } from '../../../src/api/dialect.ts';
import { decodeProtobuf, encodeProtobuf } from '../../../src/schema/protobuf/protobuf.ts';
import { createServer, type Server } from '../../../src/server/create-server.ts';
import { createMemoryStorage } from '../../../src/storage/memory-storage.ts';

let server: Server;
const get = (path: string, headers: Record<string, string> = {}) =>
  server.fetch(new Request(`http://localhost${path}`, { headers: { authorization: 'Bearer token', ...headers } }));

beforeAll(async () => {
  server = await createServer({
    storage: await createMemoryStorage({ firstRevision: 300 }),
    clock: { now: () => Date.parse('2026-01-01T00:00:00Z'), after: () => () => {} },
    random: { bytes: (count) => crypto.getRandomValues(new Uint8Array(count)) },
    fetch: () => Promise.reject(new Error('no outgoing requests in this test')),
    flags: { dialect: 'kubernetes', 'token-auth-file': 'token,admin,uid,"system:masters"\n' },
  });
});

test.each(['/', '/index.html'])('%s lists every path, in order', async (path) => {
  const { paths } = (await (await get(path)).json()) as { paths: string[] };
  expect(paths).toEqual(paths.toSorted());
  for (const known of ['/api/v1', '/apis/apps/v1', '/livez/ping', '/readyz/shutdown', '/metrics', '/openid/v1/jwks'])
    expect(paths).toContain(known);
});

test('the aggregated document is not sent again when its ETag matches', async () => {
  const accept = 'application/json;g=apidiscovery.k8s.io;v=v2beta1;as=APIGroupDiscoveryList';
  const etag = (await get('/apis', { accept })).headers.get('etag') ?? '';
  expect((await get('/apis', { accept, 'if-none-match': etag })).status).toBe(304);
  expect((await get('/apis', { accept, 'if-none-match': '"other"' })).status).toBe(200);
});

test('documents addressed by hash are cached forever, and not sent again when the ETag matches', async () => {
  const { paths } = (await (await get('/openapi/v3')).json()) as {
    paths: Record<string, { serverRelativeURL: string }>;
  };
  const url = paths['apis/apps/v1']?.serverRelativeURL ?? '';
  const document = await get(url);
  const etag = document.headers.get('etag') ?? '';
  expect(document.headers.get('cache-control')).toBe('public, immutable');
  expect(document.headers.get('expires')).toBe('Fri, 01 Jan 2027 00:00:00 GMT');
  for (const known of [etag, `W/${etag}`, `"other", ${etag}`, '*'])
    expect((await get(url, { 'if-none-match': known })).status).toBe(304);
  expect((await get(url, { 'if-none-match': '"other"' })).status).toBe(200);
  const old = await get('/openapi/v3/apis/apps/v1?hash=OLD');
  expect([old.status, old.headers.get('location')]).toEqual([301, url]);
});

test('the issuer of service account tokens has a discovery document and public keys', async () => {
  expect(await (await get('/.well-known/openid-configuration')).json()).toMatchObject({
    issuer: 'https://kubernetes.default.svc',
    jwks_uri: 'http://localhost/openid/v1/jwks',
  });
  const { keys } = (await (await get('/openid/v1/jwks')).json()) as { keys: Record<string, unknown>[] };
  expect(keys).toMatchObject([{ use: 'sig', kty: 'RSA', alg: 'RS256' }]);
  expect(keys[0]).not.toHaveProperty('d');
  expect((await get('/openid/v1/jwks', { accept: 'application/json' })).status).toBe(406);
});

test('resources that only support create have no items and no collection', async () => {
  for (const path of ['/apis/authentication.k8s.io/v1/tokenreviews', '/api/v1/namespaces/default/bindings']) {
    expect((await get(path)).status).toBe(405);
    expect((await get(`${path}/x`)).status).toBe(404);
  }
});

test('metrics count stored objects', async () => {
  const response = await get('/metrics');
  expect(response.headers.get('content-type')).toBe('text/plain; version=0.0.4; charset=utf-8');
  expect(await response.text()).toContain('apiserver_storage_objects{resource="pods"} 0\n');
  expect(await (await get('/metrics/slis')).text()).toContain('kubernetes_healthcheck{name="etcd",type="livez"} 1\n');
});

test('objects and discovery documents can be sent as Protobuf', async () => {
  const type = 'application/vnd.kubernetes.protobuf';
  const discovery = await get('/api', { accept: `${type};g=apidiscovery.k8s.io;v=v2beta1;as=APIGroupDiscoveryList` });
  expect(discovery.headers.get('content-type')).toBe(
    `${type};g=apidiscovery.k8s.io;v=v2beta1;as=APIGroupDiscoveryList`,
  );
  const priority = { apiVersion: 'scheduling.k8s.io/v1', kind: 'PriorityClass', metadata: { name: 'p' }, value: 7 };
  const response = await server.fetch(
    new Request('http://localhost/apis/scheduling.k8s.io/v1/priorityclasses', {
      method: 'POST',
      headers: { authorization: 'Bearer token', accept: type, 'content-type': type },
      body: encodeProtobuf(priority, kubernetesDialect) ?? '',
    }),
  );
  expect(response.headers.get('content-type')).toBe(type);
  const kind = { group: 'scheduling.k8s.io', version: 'v1', kind: 'PriorityClass' };
  const bytes = new Uint8Array(await response.arrayBuffer());
  expect(decodeProtobuf(bytes, kind, kubernetesDialect)).toMatchObject({ metadata: { name: 'p' }, value: 7 });
  expect(await (await get('/apis/scheduling.k8s.io/v1/priorityclasses/p')).json()).toMatchObject(priority);
});

test('/version has the version of the real server', async () => {
  expect(await (await get('/version')).json()).toEqual({
    major: '1',
    minor: '28',
    gitVersion: 'v1.28.3',
    gitCommit: 'a8a1abc25cad87333840cd7d54be2efaf31a3177',
    gitTreeState: 'clean',
    buildDate: '2023-10-18T11:33:18Z',
    goVersion: 'go1.20.10',
    compiler: 'gc',
    platform: 'linux/amd64',
  });
});

test('/version has no subpaths', async () => {
  const response = await get('/version/more');
  expect(response.headers.get('content-type')).toBe('application/json');
  expect(await response.json()).toEqual({
    kind: 'Status',
    apiVersion: 'v1',
    metadata: {},
    status: 'Failure',
    message: 'the server could not find the requested resource',
    reason: 'NotFound',
    details: {},
    code: 404,
  });
});

const MAPS = '/api/v1/namespaces/default/configmaps';

test.each(['/version?timeout=invalid', `${MAPS}?timeout=invalid`, '/nothing?timeout=invalid'])(
  '%s is rejected before authentication',
  async (path) => {
    const response = await get(path, { authorization: 'Bearer wrong' });
    expect(await response.json()).toEqual({
      kind: 'Status',
      apiVersion: 'v1',
      metadata: {},
      status: 'Failure',
      message: 'invalid timeout specified in the request URL - time: invalid duration "invalid"',
      reason: 'BadRequest',
      code: 400,
    });
  },
);

test.each(['5s', '', '0s', '1h'])('timeout=%s is accepted', async (timeout) => {
  expect((await get(`${MAPS}?timeout=${timeout}`)).status).toBe(200);
});

test('the timeout of a watch is not validated', async () => {
  const response = await get(`${MAPS}?watch=1&timeout=invalid`);
  expect(response.status).toBe(200);
  await response.body?.cancel();
});
