import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, it } from 'vitest';
import type { ApiObject } from '../../src/api/object.ts';
import { createApiClient } from '../../src/client/api-client.ts';
import { inProcessClient } from '../../src/embedding/users/in-process-client.ts';
import { ADMIN, createWholeServer } from '../server/whole-server.ts';

const CONFIG_MAPS = { group: '', version: 'v1', resource: 'configmaps', namespace: 'default' };
const configMap = (name: string, labels: Record<string, string> = {}) => ({
  apiVersion: 'v1',
  kind: 'ConfigMap',
  metadata: { name, labels },
  data: { size: 'groß' },
});
const METADATA = { accept: 'application/json;as=PartialObjectMetadata;v=v1;g=meta.k8s.io' };

/** Two in-process clients, one that copies objects and one that shares them, and a client that sends bytes. */
async function open() {
  const { server } = await createWholeServer();
  const distant = createApiClient({
    fetch: (request) => server.fetch(request, { user: ADMIN }),
    baseUrl: 'http://localhost',
    namesRequests: false,
  });
  const sharing = inProcessClient(server, ADMIN, undefined, true);
  return { near: inProcessClient(server, ADMIN), sharing, distant };
}

it('reads, writes and fails like a client that sends bytes', async () => {
  const { near, distant } = await open();
  const created = await near.create(CONFIG_MAPS, configMap('a'));
  const address = { ...CONFIG_MAPS, name: 'a' };
  expect(await distant.get(address)).toEqual(created);
  expect(await near.get(address)).toEqual(created);
  expect(await near.patch<ApiObject>(address, 'merge', { data: { b: 'c' } })).toMatchObject({ data: { b: 'c' } });
  expect(await near.list(CONFIG_MAPS)).toEqual(await distant.list(CONFIG_MAPS));
  const missing = { ...CONFIG_MAPS, name: 'missing' };
  const failure = await distant.get(missing).catch((error: Error) => error.message);
  await expect(near.get(missing)).rejects.toThrow(failure as string);
});

it.each([
  ['whole objects', {}],
  ['metadata', METADATA],
  ['a selection', { labelSelector: 'in=yes' }],
])('watches %s like a client that reads bytes', async (_what, options) => {
  const { near, distant } = await open();
  await near.create(CONFIG_MAPS, configMap('existing', { in: 'yes' }));
  const watches = [near, distant].map((client) => client.watch(CONFIG_MAPS, options));
  const next = async () => {
    const [one, other] = await Promise.all(watches.map((watch) => watch.next()));
    expect(one).toEqual(other);
    return one?.value?.type;
  };
  while ((await next()) !== 'ADDED');
  await near.create(CONFIG_MAPS, configMap('new', { in: 'yes' }));
  expect(await next()).toBe('ADDED');
  await near.patch({ ...CONFIG_MAPS, name: 'new' }, 'merge', { data: { b: 'c' } });
  expect(await next()).toBe('MODIFIED');
  await near.delete({ ...CONFIG_MAPS, name: 'new' });
  expect(await next()).toBe('DELETED');
  await Promise.all(watches.map((watch) => watch.return()));
});

it('returns a new object to a client that copies for every get, list and watch event', async () => {
  const { near, sharing } = await open();
  const created = await near.create(CONFIG_MAPS, configMap('a'));
  const address = { ...CONFIG_MAPS, name: 'a' };
  const seen: ApiObject[] = [];
  for (let time = 0; time < 2; time++) {
    seen.push(await near.get(address), ...(await near.list(CONFIG_MAPS)).items);
    for await (const { object } of near.watch(CONFIG_MAPS, { fieldSelector: 'metadata.name=a' })) {
      seen.push(object);
      break;
    }
  }
  for (const object of seen) Object.assign(object.metadata, { labels: { changed: 'yes' } });
  expect(new Set(seen).size).toBe(6);
  expect(await near.get(address)).toEqual(created);
  expect(await sharing.get(address)).toEqual(created);
});

it('returns the same frozen object to a client that shares objects for every get', async () => {
  const { near, sharing } = await open();
  await near.create(CONFIG_MAPS, configMap('a'));
  const address = { ...CONFIG_MAPS, name: 'a' };
  const object = await sharing.get(address);
  expect(Object.isFrozen(object.metadata)).toBe(true);
  expect(await sharing.get(address)).toBe(object);
});

it('passes on the warnings of a write', async () => {
  const { sharing } = await open();
  const warnings: string[] = [];
  const onWarnings = (texts: readonly string[]) => void warnings.push(...texts);
  await sharing.create(CONFIG_MAPS, { ...configMap('a'), other: 1 }, { fieldValidation: 'Warn', onWarnings });
  expect(warnings).toEqual(['unknown field "other"']);
});

it('sends the same frozen object to all watches that share objects', async () => {
  const { near, sharing } = await open();
  const watches = [sharing.watch(CONFIG_MAPS, { resourceVersion: '301' }), sharing.watch(CONFIG_MAPS)];
  await near.create(CONFIG_MAPS, configMap('a'));
  const created = new Set<ApiObject>();
  for (const watch of watches) {
    for await (const { object } of watch) {
      expect(Object.isFrozen(object.metadata.labels ?? object.metadata)).toBe(true);
      if (object.metadata.name !== 'a') continue;
      created.add(object);
      break;
    }
  }
  expect(created.size).toBe(1);
});

it('releases the objects of events before their changes', async () => {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  const { sharing } = await open();
  const watch = sharing.watch(CONFIG_MAPS, { resourceVersion: '300' });
  await sharing.create(CONFIG_MAPS, configMap('a'));
  const seen: WeakRef<object>[] = [];
  for (let number = 0; number < 100; number++) {
    await sharing.patch({ ...CONFIG_MAPS, name: 'a' }, 'merge', { data: { number: String(number) } });
    const { value } = await watch.next();
    seen.push(new WeakRef(value?.object ?? {}));
  }
  await new Promise((resolve) => setTimeout(resolve, 0));
  collect();
  // The newest object of a collection stays in memory, because the next one shares its parts.
  expect(seen.slice(1, 10).filter((event) => event.deref())).toEqual([]);
  await watch.return();
});

it('shares the members that a write does not change with the previous state of the object', async () => {
  const { sharing } = await open();
  const address = { group: '', version: 'v1', resource: 'nodes', name: 'a' };
  const watch = sharing.watch<ApiObject & { spec?: object; status?: object }>(
    { ...address, name: '' },
    { resourceVersion: '300' },
  );
  const next = [watch.next(), watch.next(), watch.next()];
  await sharing.create({ ...address, name: '' }, { metadata: { name: 'a' }, spec: { podCIDR: '10.0.0.0/24' } });
  await sharing.patch({ ...address, subresource: 'status' }, 'strategic', { status: { phase: 'Running' } });
  await sharing.patch(address, 'strategic', { metadata: { labels: { a: 'b' } } });
  const states = (await Promise.all(next)).map(({ value }) => value?.object);
  expect(states[0]?.spec).toMatchObject({ podCIDR: '10.0.0.0/24' });
  expect(states[1]?.spec).toBe(states[0]?.spec);
  expect(states[1]?.status).not.toEqual(states[0]?.status);
  expect(states[2]?.status).toBe(states[1]?.status);
  await watch.return();
});

it('reports why a watch ends', async () => {
  const { near } = await open();
  const watch = near.watch(CONFIG_MAPS, { resourceVersion: '1' });
  await expect(watch.next()).rejects.toThrow('too old resource version');
});
