import { expect, it } from 'vitest';
import type { Service } from '../../../src/api/kinds/core-v1.generated.ts';
import { inProcessClient } from '../../../src/embedding/users/in-process-client.ts';
import { ADMIN, createWholeServer } from '../whole-server.ts';

const MAPS = '/api/v1/namespaces/default/configmaps';

async function answerTo(response: Promise<Response>) {
  const { reason, message } = (await (await response).json()) as { reason?: string; message?: string };
  return { reason, message };
}

it('A name conflict is reported before an invalid resourceVersion, and by dry runs', async () => {
  const { post } = await createWholeServer();
  const created = await post(MAPS, { metadata: { name: 'one' } });
  expect(created.status).toBe(201);
  const taken = { reason: 'AlreadyExists', message: 'configmaps "one" already exists' };
  const versioned = (name: string) => ({ metadata: { name, resourceVersion: '7' } });
  expect(await answerTo(post(MAPS, { metadata: { name: 'one' } }))).toEqual(taken);
  expect(await answerTo(post(MAPS, versioned('one')))).toEqual(taken);
  expect(await answerTo(post(`${MAPS}?dryRun=All`, versioned('one')))).toEqual(taken);
  expect(await answerTo(post(MAPS, versioned('two')))).toEqual({
    reason: undefined,
    message: 'resourceVersion should not be set on objects to be created',
  });
  expect((await post(`${MAPS}?dryRun=All`, versioned('two'))).status).toBe(201);
});

it('A create that loses its claim retries with the original object', async () => {
  // Without randomness, all of them choose the same address first.
  const { server } = await createWholeServer({ random: { bytes: (count) => new Uint8Array(count) } });
  const client = inProcessClient(server, ADMIN, 'test', true);
  const services = { group: '', version: 'v1', resource: 'services', namespace: 'default' };
  // The object is in canonical form, so an attempt may use it without a copy.
  const spec = { ports: [{ port: 80, targetPort: 80 }], selector: { a: 'b' } };
  const sent = { apiVersion: 'v1', kind: 'Service', spec };
  const created = await Promise.all(
    ['one', 'two', 'three'].map((name) => client.create<Service>(services, { ...sent, metadata: { name } })),
  );
  expect(new Set(created.map(({ spec }) => spec?.clusterIP)).size).toBe(3);
  const rest = created.map(({ spec }) => JSON.stringify({ ...spec, clusterIP: '', clusterIPs: [] }));
  expect(new Set(rest).size).toBe(1);
});
