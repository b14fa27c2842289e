import { beforeAll, expect, test } from 'vitest';
import type { Clock } from '../../../src/api/environment.ts';
import { createServer, type Server } from '../../../src/server/create-server.ts';
import { createMemoryStorage } from '../../../src/storage/memory-storage.ts';

const clock: Clock = { now: () => Date.parse('2026-01-01T00:00:00Z'), after: () => () => {} };
let server: Server;

async function send(method: string, path: string, type: string, body: object) {
  const response = await server.fetch(
    new Request(`http://localhost${path}`, {
      method,
      headers: { authorization: 'Bearer token', 'content-type': type },
      body: JSON.stringify(body),
    }),
  );
  return (await response.json()) as { metadata: Record<string, unknown> & { managedFields?: { fieldsV1: object }[] } };
}

beforeAll(async () => {
  server = await createServer({
    storage: await createMemoryStorage({ firstRevision: 300 }),
    clock,
    random: { bytes: (count) => crypto.getRandomValues(new Uint8Array(count)) },
    fetch: () => Promise.reject(new Error('nothing is asked of others')),
    flags: { dialect: 'kubernetes', 'token-auth-file': 'token,admin,uid,"system:masters"\n' },
  });
  await send('POST', '/api/v1/namespaces', 'application/json', { metadata: { name: 'default' } });
  const account = { metadata: { name: 'default' } };
  await send('POST', '/api/v1/namespaces/default/serviceaccounts', 'application/json', account);
});

/** Pods accept metadata through their status; FlowSchemas and APIServices do not. */
test.each<[string, string, string, object, object, unknown]>([
  [
    '/api/v1/namespaces/default/pods',
    'v1',
    'Pod',
    { containers: [{ name: 'a', image: 'b' }] },
    { message: 'x' },
    { 'f:metadata': { 'f:labels': { 'f:a': {} } }, 'f:status': { 'f:message': {} } },
  ],
  [
    '/apis/flowcontrol.apiserver.k8s.io/v1beta3/flowschemas',
    'flowcontrol.apiserver.k8s.io/v1beta3',
    'FlowSchema',
    { priorityLevelConfiguration: { name: 'exempt' } },
    { conditions: [{ type: 'x', status: 'True' }] },
    { 'f:status': { 'f:conditions': { 'k:{"type":"x"}': { '.': {}, 'f:status': {}, 'f:type': {} } } } },
  ],
  [
    '/apis/apiregistration.k8s.io/v1/apiservices',
    'apiregistration.k8s.io/v1',
    'APIService',
    { group: 'example.com', version: 'v1', groupPriorityMinimum: 1, versionPriority: 1 },
    { conditions: [{ type: 'x', status: 'True' }] },
    { 'f:status': { 'f:conditions': { 'k:{"type":"x"}': { '.': {}, 'f:status': {}, 'f:type': {} } } } },
  ],
])(
  'an apply to the status of %s owns only the fields that it can change',
  async (path, apiVersion, kind, spec, status, owned) => {
    const name = kind === 'APIService' ? 'v1.example.com' : 'one';
    await send('POST', `${path}?fieldManager=maker`, 'application/json', { metadata: { name }, spec });
    const applied = { apiVersion, kind, metadata: { name, labels: { a: 'b' }, ownerReferences: [] }, status };
    const { metadata } = await send(
      'PATCH',
      `${path}/${name}/status?fieldManager=ann&force=true`,
      'application/apply-patch+yaml',
      applied,
    );
    const entry = metadata.managedFields?.find((each) => (each as { manager?: string }).manager === 'ann');
    expect(entry?.fieldsV1).toEqual(owned);
  },
);
