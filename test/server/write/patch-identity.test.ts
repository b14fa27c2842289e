import { beforeAll, expect, test } from 'vitest';
import type { Clock } from '../../../src/api/environment.ts';
import { createServer, type Server } from '../../../src/server/create-server.ts';
import { createMemoryStorage } from '../../../src/storage/memory-storage.ts';

const clock: Clock = { now: () => Date.parse('2026-01-01T00:00:00Z'), after: () => () => {} };
let server: Server;
const URL_OF_MAPS = 'http://localhost/api/v1/namespaces/default/configmaps';

async function send(method: string, url: string, body: unknown, headers: Record<string, string> = {}) {
  const response = await server.fetch(
    new Request(url, {
      method,
      headers: { authorization: 'Bearer token', 'content-type': 'application/json', ...headers },
      body: typeof body === 'string' ? body : JSON.stringify(body),
    }),
  );
  const answer = (await response.json()) as { message?: string; data?: unknown; metadata: Record<string, unknown> };
  return { ...answer, status: response.status, warning: response.headers.get('warning') };
}
const patch = (body: unknown, type = 'merge-patch') =>
  send('PATCH', `${URL_OF_MAPS}/one`, body, { 'content-type': `application/${type}+json` });

beforeAll(async () => {
  server = await createServer({
    storage: await createMemoryStorage({ firstRevision: 300 }),
    clock,
    random: { bytes: (count) => crypto.getRandomValues(new Uint8Array(count)) },
    fetch: () => Promise.reject(new Error('nothing is asked of others')),
    flags: { dialect: 'kubernetes', 'token-auth-file': 'token,admin,uid,"system:masters"\n' },
  });
  await send('POST', 'http://localhost/api/v1/namespaces', { metadata: { name: 'default' } });
  await send('POST', URL_OF_MAPS, { metadata: { name: 'one' }, data: { a: '1' } });
});

test.each([
  [{ metadata: { name: 'two' } }, 'the name of the object (two) does not match the name on the URL (one)'],
  [{ metadata: { name: null } }, 'the name of the object (one based on URL) was undeterminable: name must be provided'],
  [
    { metadata: { namespace: 'elsewhere' } },
    'the namespace of the provided object does not match the namespace sent on the request',
  ],
])('a patch cannot change the name or namespace: %j', async (body, message) => {
  expect(await patch(body)).toMatchObject({ status: 400, message });
});

test('a namespace or kind that a patch removes is restored', async () => {
  expect(await patch({ metadata: { namespace: null } })).toMatchObject({
    status: 200,
    metadata: { namespace: 'default' },
  });
  expect(await patch({ kind: null })).toMatchObject({ status: 200, kind: 'ConfigMap' });
});

test('an object patched to another kind is decoded as that kind before it is rejected', async () => {
  const base64 = await patch({ kind: 'Secret' });
  expect(base64).toMatchObject({
    status: 422,
    message: expect.stringMatching(/: illegal base64 data at input byte 0$/),
  });
  const conversion = await patch({ kind: 'Secret', data: null });
  expect(conversion.message).toMatch(/: converting \(v1\.Secret\) to \(core\.ConfigMap\): unknown conversion$/);
});

test('without an apiVersion, data and metadata are unknown fields and the name is missing', async () => {
  expect(await patch({ apiVersion: null })).toMatchObject({
    status: 400,
    warning: '299 - "unknown field \\"data\\"", 299 - "unknown field \\"metadata\\""',
    message: 'the name of the object (one based on URL) was undeterminable: name must be provided',
  });
});

test('a strategic merge patch ignores the kind', async () => {
  expect(await patch({ kind: 'Secret', data: { b: '2' } }, 'strategic-merge-patch')).toMatchObject({
    status: 200,
    kind: 'ConfigMap',
    data: { a: '1', b: '2' },
  });
});

test('the content type is matched without case or parameters, but its parameters must be valid', async () => {
  const type = async (text: string) =>
    (await send('POST', `${URL_OF_MAPS}?dryRun=All`, { metadata: { name: 'two' } }, { 'content-type': text })).status;
  expect(await type('Application/JSON')).toBe(201);
  expect(await type('application/json; charset=iso-8859-1')).toBe(201);
  expect(await type('application/json; charset')).toBe(415);
  expect(await type('text/plain')).toBe(415);
});

test('a write can return a Table', async () => {
  const headers = { accept: 'application/json;as=Table;v=v1;g=meta.k8s.io' };
  expect(await send('POST', `${URL_OF_MAPS}?dryRun=All`, { metadata: { name: 'two' } }, headers)).toMatchObject({
    status: 201,
    kind: 'Table',
  });
});
