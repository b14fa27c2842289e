import { afterAll, describe, expect, test } from 'vitest';
import { kubernetesDialect } from '../../../src/api/dialect.ts';
import { decodeProtobuf, encodeProtobuf } from '../../../src/schema/protobuf/protobuf.ts';
import { readProtobuf } from '../../../src/schema/protobuf/protobuf-reader.ts';
import { createWholeServer } from '../whole-server.ts';

const TYPE = 'application/vnd.kubernetes.protobuf';
const HEADERS = { accept: TYPE, 'content-type': TYPE };
const MAPS = '/api/v1/namespaces/default/configmaps';

const { server, send, get, post } = await createWholeServer();
afterAll(() => server.close());

const encoded = (object: Record<string, unknown>): Uint8Array<ArrayBuffer> =>
  encodeProtobuf({ apiVersion: 'v1', ...object }, kubernetesDialect) ?? new Uint8Array();
const configMap = (name: string) => encoded({ kind: 'ConfigMap', metadata: { name }, data: { colour: 'blue' } });

async function decoded(response: Response): Promise<Record<string, unknown>> {
  expect(response.headers.get('content-type')).toBe(TYPE);
  const bytes = new Uint8Array(await response.arrayBuffer());
  expect(new TextDecoder().decode(bytes.subarray(0, 4))).toBe('k8s\0');
  return decodeProtobuf(bytes, { group: '', version: '', kind: '' }, kubernetesDialect);
}

describe('a Protobuf client', () => {
  test('creates, gets and lists', async () => {
    const created = await send('POST', MAPS, { body: configMap('a'), headers: HEADERS });
    expect(created.status).toBe(201);
    expect(await decoded(created)).toMatchObject({
      kind: 'ConfigMap',
      metadata: { name: 'a' },
      data: { colour: 'blue' },
    });
    expect(await decoded(await get(`${MAPS}/a`, HEADERS))).toMatchObject({ data: { colour: 'blue' } });
    const list = await decoded(await get(MAPS, HEADERS));
    expect(list).toMatchObject({ kind: 'ConfigMapList', apiVersion: 'v1', items: [{ metadata: { name: 'a' } }] });
  });

  test('can request a JSON response', async () => {
    const headers = { ...HEADERS, accept: 'application/json' };
    const created = await send('POST', MAPS, { body: configMap('b'), headers });
    expect(await created.json()).toMatchObject({ kind: 'ConfigMap', metadata: { name: 'b' } });
  });

  test('gets errors as Status', async () => {
    const absent = await get(`${MAPS}/absent`, HEADERS);
    expect(absent.status).toBe(404);
    expect(await decoded(absent)).toMatchObject({ kind: 'Status', reason: 'NotFound', code: 404 });
  });

  test('gets watch events as messages', async () => {
    const watch = await get(`${MAPS}?watch=1&resourceVersion=0`, { accept: `${TYPE};stream=watch` });
    expect(watch.headers.get('content-type')).toBe(`${TYPE};stream=watch`);
    const reader = watch.body?.getReader();
    const { value = new Uint8Array() } = (await reader?.read()) ?? {};
    await reader?.cancel();
    const length = new DataView(value.buffer, value.byteOffset).getUint32(0);
    const [type, object] = readProtobuf(value.subarray(4, 4 + length)).map((field) => field.value as Uint8Array);
    expect(new TextDecoder().decode(type)).toBe('ADDED');
    const raw = readProtobuf(object ?? new Uint8Array())[0]?.value as Uint8Array;
    expect(decodeProtobuf(raw, { group: '', version: '', kind: '' }, kubernetesDialect)).toMatchObject({
      kind: 'ConfigMap',
      metadata: { name: 'a' },
    });
  });

  test('patches and gets the result', async () => {
    const headers = { accept: TYPE, 'content-type': 'application/merge-patch+json' };
    const patched = await send('PATCH', `${MAPS}/a`, { body: '{"data":{"size":"3"}}', headers });
    expect(await decoded(patched)).toMatchObject({ data: { colour: 'blue', size: '3' } });
  });

  test('deletes with options', async () => {
    const options = encoded({ kind: 'DeleteOptions', preconditions: { uid: 'another' } });
    const refused = await send('DELETE', `${MAPS}/a`, { body: options, headers: HEADERS });
    expect(refused.status).toBe(409);
    const dry = encoded({ kind: 'DeleteOptions', dryRun: ['All'] });
    expect((await send('DELETE', `${MAPS}/a`, { body: dry, headers: HEADERS })).status).toBe(200);
    const removed = await send('DELETE', `${MAPS}/a`, { headers: { accept: TYPE } });
    expect(await decoded(removed)).toMatchObject({ kind: 'Status', status: 'Success', details: { name: 'a' } });
  });

  test('gets an error for invalid options', async () => {
    const bad = await send('DELETE', `${MAPS}/b`, { body: new Uint8Array([1, 2, 3, 4, 5]), headers: HEADERS });
    expect(bad.status).toBe(500);
    expect(await decoded(bad)).toMatchObject({
      message: 'provided data does not appear to be a protobuf message, expected prefix [107 56 115 0]',
    });
  });

  test('sends bodies of subresources', async () => {
    await post('/api/v1/namespaces/default/serviceaccounts', { metadata: { name: 'robot' } });
    const request = encodeProtobuf(
      {
        apiVersion: 'authentication.k8s.io/v1',
        kind: 'TokenRequest',
        spec: { audiences: ['a'], expirationSeconds: 3600 },
      },
      kubernetesDialect,
    );
    const path = '/api/v1/namespaces/default/serviceaccounts/robot/token';
    const token = await decoded(await send('POST', path, { body: request ?? '', headers: HEADERS }));
    expect(token).toMatchObject({ kind: 'TokenRequest', spec: { audiences: ['a'], expirationSeconds: 3600 } });
  });

  test('is rejected by /version and served by discovery', async () => {
    const version = await get('/version', HEADERS);
    expect([version.status, version.headers.get('content-type')]).toEqual([406, TYPE]);
    expect(await decoded(await get('/apis/apps/v1', HEADERS))).toMatchObject({ kind: 'APIResourceList' });
  });
});
