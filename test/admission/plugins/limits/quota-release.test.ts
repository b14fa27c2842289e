import { expect, test } from 'vitest';
import type { ObjectReader } from '../../../../src/api/ports/object-reader.ts';
import { systemClock } from '../../../../src/hosts/platform.ts';
import { createMemoryStorage } from '../../../../src/storage/memory-storage.ts';
import { StorageFullError } from '../../../../src/storage/storage.ts';
import { ManualClock } from '../../../helpers/manual-clock.ts';
import { createWholeServer } from '../../../server/whole-server.ts';
import { AdmissionHarness, pod } from '../../admission-harness.ts';

const NAMESPACE = '/api/v1/namespaces/default';
const COUNTED = 'count/configmaps';

/** Opens a server with two quotas of five config maps. Its storage can be full for chosen keys. */
async function openWithQuotas(clock = systemClock) {
  const storage = await createMemoryStorage({ firstRevision: 300 });
  const commit = storage.commit.bind(storage);
  let isFull: (key: string) => boolean = () => false;
  storage.commit = (writes) =>
    writes.some(({ key }) => isFull(key)) ? Promise.reject(new StorageFullError('no space left')) : commit(writes);
  const cluster = await createWholeServer({ storage, clock, reportProblem: () => undefined });
  for (const name of ['one', 'two']) {
    const created = await cluster.post(`${NAMESPACE}/resourcequotas`, {
      metadata: { name },
      spec: { hard: { [COUNTED]: '5' } },
    });
    const quota = {
      ...((await created.json()) as object),
      status: { hard: { [COUNTED]: '5' }, used: { [COUNTED]: '0' } },
    };
    const headers = { 'content-type': 'application/json' };
    await cluster.send('PUT', `${NAMESPACE}/resourcequotas/${name}/status`, { body: JSON.stringify(quota), headers });
  }
  const used = async () => {
    const { items } = (await (await cluster.get(`${NAMESPACE}/resourcequotas`)).json()) as {
      items: { status: { used: Record<string, string> } }[];
    };
    return items.map(({ status }) => status.used[COUNTED]);
  };
  const create = async (name: string) => (await cluster.post(`${NAMESPACE}/configmaps`, { metadata: { name } })).status;
  const fill = (full: typeof isFull) => {
    isFull = full;
  };
  return { ...cluster, storage, used, create, fill };
}

test('A create that conflicts refunds its charge', async () => {
  const { create, used } = await openWithQuotas();
  expect(await create('a')).toBe(201);
  for (let attempt = 0; attempt < 10; attempt++) expect(await create('a')).toBe(409);
  expect(await used()).toEqual(['1', '1']);
});

test('A create that a later plugin denies refunds its charge', async () => {
  const { used, storage } = await openWithQuotas();
  const refusing = await createWholeServer({ storage, flags: { 'enable-admission-plugins': 'AlwaysDeny' } });
  expect((await refusing.post(`${NAMESPACE}/configmaps`, { metadata: { name: 'a' } })).status).toBe(403);
  expect(await used()).toEqual(['0', '0']);
});

test('A create that exceeds the storage space refunds its charge', async () => {
  const { create, used, fill } = await openWithQuotas();
  fill((key) => key.includes('/configmaps/'));
  expect(await create('a')).toBe(507);
  expect(await used()).toEqual(['0', '0']);
});

test('A refund that fails on full storage is retried until there is space', async () => {
  const clock = new ManualClock();
  const { create, used, fill, server } = await openWithQuotas(clock);
  let commits = 0;
  fill((key) => key.includes('/configmaps/') || (key.includes('/resourcequotas/') && ++commits > 2));
  expect(await create('a')).toBe(507);
  await clock.advance(10_000);
  expect(await used()).toEqual(['1', '1']);
  fill(() => false);
  await clock.advance(30_000);
  expect(await used()).toEqual(['0', '0']);
  server.close();
  expect(clock.waiting).toBe(0);
});

test('A quota is charged once, even if another one changes during the charge', async () => {
  const quota = (name: string) => ({
    metadata: { name, namespace: 'x', uid: name },
    spec: { hard: { pods: '9' } },
    status: { hard: { pods: '9' }, used: { pods: '1' } },
  });
  const stored = new Map([quota('one'), quota('two')].map((each) => [each.metadata.name, each]));
  let conflicts = 1;
  const harness = new AdmissionHarness(
    'ResourceQuota',
    'kubernetes',
    {},
    {
      reader: {
        list: async () => [...stored.values()],
        get: async (_group: string, _resource: string, _namespace: string, name: string) => stored.get(name),
        collectionOf: () => ({ revision: 0 }),
      } as unknown as ObjectReader,
      writer: {
        create: async () => undefined,
        update: async (_group, _resource, object) => {
          const name = object.metadata.name ?? '';
          if (name === 'two' && conflicts-- > 0) return undefined;
          stored.set(name, object as unknown as ReturnType<typeof quota>);
          return object;
        },
      },
    },
  );
  await harness.admit({ object: pod() });
  expect([...stored.values()].map(({ status }) => status.used.pods)).toEqual(['2', '2']);
});
