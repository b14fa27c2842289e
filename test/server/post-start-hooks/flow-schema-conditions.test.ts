import { afterAll, beforeAll, expect, test } from 'vitest';
import { createServer, type Server } from '../../../src/server/create-server.ts';
import { createMemoryStorage } from '../../../src/storage/memory-storage.ts';

const FLOW = 'http://localhost/apis/flowcontrol.apiserver.k8s.io/v1beta3';
let server: Server;

async function send(method: string, url: string, body?: unknown) {
  const headers = { authorization: 'Bearer token', 'content-type': 'application/json' };
  const response = await server.fetch(
    new Request(url, { method, headers, ...(body ? { body: JSON.stringify(body) } : {}) }),
  );
  return response.json();
}
const conditionsOf = async (name: string) => (await send('GET', `${FLOW}/flowschemas/${name}`)).status.conditions;

beforeAll(async () => {
  server = await createServer({
    storage: await createMemoryStorage({ firstRevision: 300 }),
    clock: { now: () => Date.parse('2026-01-01T00:00:00Z'), after: () => () => {} },
    random: { bytes: (count) => crypto.getRandomValues(new Uint8Array(count)) },
    fetch: () => Promise.reject(new Error('nothing is asked of others')),
    flags: { dialect: 'kubernetes', 'token-auth-file': 'token,admin,uid,"system:masters"\n' },
  });
});
afterAll(() => server.close());

test('the Dangling condition of a flow schema shows whether its priority level exists', async () => {
  const message = 'This FlowSchema references the PriorityLevelConfiguration object named "late"';
  const lastTransitionTime = '2026-01-01T00:00:00Z';
  const spec = { priorityLevelConfiguration: { name: 'late' } };
  await send('POST', `${FLOW}/flowschemas`, { metadata: { name: 'mine' }, spec });
  await expect
    .poll(() => conditionsOf('mine'))
    .toEqual([
      {
        type: 'Dangling',
        status: 'True',
        lastTransitionTime,
        reason: 'NotFound',
        message: `${message} but there is no such object`,
      },
    ]);
  const limited = { nominalConcurrencyShares: 1, limitResponse: { type: 'Reject' } };
  const level = { metadata: { name: 'late' }, spec: { type: 'Limited', limited } };
  await send('POST', `${FLOW}/prioritylevelconfigurations`, level);
  await expect
    .poll(() => conditionsOf('mine'))
    .toMatchObject([{ status: 'False', message: `${message} and it exists` }]);
});

test('the catch-all schema of a new cluster references an existing priority level', async () => {
  expect(await conditionsOf('catch-all')).toMatchObject([{ type: 'Dangling', status: 'False' }]);
});
