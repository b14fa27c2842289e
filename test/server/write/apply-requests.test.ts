import { beforeEach, describe, expect, test } from 'vitest';
import type { Clock } from '../../../src/api/environment.ts';
import { createServer, type Server } from '../../../src/server/create-server.ts';
import { createMemoryStorage } from '../../../src/storage/memory-storage.ts';

const clock: Clock = { now: () => Date.parse('2026-01-01T00:00:00Z'), after: () => () => {} };
const NAMESPACED = 'http://localhost/api/v1/namespaces/default';
let server: Server;

async function send(method: string, path: string, type: string, body: unknown) {
  const response = await server.fetch(
    new Request(`${NAMESPACED}${path}`, {
      method,
      headers: { authorization: 'Bearer token', 'content-type': type },
      body: typeof body === 'string' ? body : JSON.stringify(body),
    }),
  );
  const answer = (await response.json()) as { message?: string; metadata: { managedFields?: unknown } };
  return { ...answer, status: response.status, warning: response.headers.get('warning') };
}

const apply = (body: unknown, path = '/configmaps/one') =>
  send('PATCH', `${path}?fieldManager=ann`, 'application/apply-patch+yaml', body);
const configMap = (members: object) => ({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'one' }, ...members });

beforeEach(async () => {
  server = await createServer({
    storage: await createMemoryStorage({ firstRevision: 300 }),
    clock,
    random: { bytes: (count) => crypto.getRandomValues(new Uint8Array(count)) },
    fetch: () => Promise.reject(new Error('nothing is asked of others')),
    flags: { dialect: 'kubernetes', 'token-auth-file': 'token,admin,uid,"system:masters"\n' },
  });
  await send('POST', '/../../namespaces', 'application/json', { metadata: { name: 'default' } });
  await apply(configMap({ data: { a: '1' } }));
});

describe('an apply', () => {
  test('parses JSON as YAML and rejects escapes that YAML does not allow', async () => {
    expect(await apply('{"apiVersion":"v1","kind":"ConfigMap","data":{"a":"\\ud83d\\ude00"}}')).toMatchObject({
      status: 400,
      message: 'error decoding YAML: error converting YAML to JSON: yaml: found invalid Unicode character escape code',
    });
  });

  test('warns about duplicate and merged keys, and keeps the last value', async () => {
    const yaml = 'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: one}\ndata:\n  <<: {a: x}\n  a: z\n';
    expect(await apply(yaml)).toMatchObject({
      status: 200,
      warning: '299 - "line 6: key \\"a\\" already set in map"',
      data: { a: 'z' },
    });
  });

  test.each([
    [{ binaryData: { a: '*' } }, 'error decoding from json: illegal base64 data at input byte 0'],
    [
      { metadata: { name: 'one', creationTimestamp: 'x' } },
      'parsing time "x" as "2006-01-02T15:04:05Z07:00": cannot parse "x" as "2006"',
    ],
  ])('with a value that its type cannot decode fails: %j', async (members, message) => {
    expect(await apply(configMap(members))).toMatchObject({
      status: 500,
      message: `failed to convert new object (/one; /v1, Kind=ConfigMap) to proper version: unable to convert unstructured object to /v1, Kind=ConfigMap: ${message}`,
    });
  });

  test.each([
    [{ apiVersion: 'a/b/c' }, 400, 'invalid object type: /, Kind='],
    [{ apiVersion: 'apps/v1' }, 400, 'invalid object type: apps/v1, Kind=ConfigMap'],
    [{ metadata: { name: 'one', managedFields: [{}] } }, 400, 'metadata.managedFields must be nil'],
    [
      { metadata: { name: 'one', managedFields: 'x' } },
      500,
      'failed to create typed patch object (/one; /v1, Kind=ConfigMap): .metadata.managedFields: expected list, got &{x}',
    ],
  ])('of %j is rejected', async (members, status, message) => {
    expect(await apply(configMap(members))).toMatchObject({ status, message });
  });
});

test.each([
  ['merge-patch', { metadata: { managedFields: [] } }],
  ['merge-patch', { metadata: { managedFields: [{}] } }],
  ['strategic-merge-patch', { metadata: { managedFields: [] } }],
  ['json-patch', [{ op: 'replace', path: '/metadata/managedFields', value: [] }]],
])('a %s can reset the managed fields: %j', async (type, body) => {
  const { status, metadata } = await send('PATCH', '/configmaps/one', `application/${type}+json`, body);
  expect([status, metadata.managedFields]).toEqual([200, undefined]);
});
