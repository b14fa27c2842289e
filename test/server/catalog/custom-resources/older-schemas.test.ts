import { expect, test } from 'vitest';
import { createMemoryStorage } from '../../../../src/storage/memory-storage.ts';
import { at, DEFINITIONS, endpoint, type Loose, NAME, openConversionServer, V1, V2 } from './conversion-server.ts';

const NONE = { strategy: 'None' };
const schemaOf = (spec: object, more: object = {}) => ({
  openAPIV3Schema: { type: 'object', properties: { spec: { type: 'object', properties: spec, ...more } } },
});
const TEXT = { type: 'string' };
const versionsWith = (one: object, two: object = V2.schema) => [
  { ...V1, schema: one, storage: true },
  { ...V2, schema: two, storage: false },
];

test('Reads prune and default objects that were stored under an older schema, without writing them', async () => {
  const { ask, get, redefine, until } = await openConversionServer({ conversion: NONE });
  const { body } = await ask('POST', at('v1'), endpoint('v1', 'a', { hostPort: 'h:1', size: 1 }));
  const events = (await get(`${at('v1')}?watch=1&resourceVersion=0`)).body?.getReader();
  await redefine({
    versions: versionsWith(schemaOf({ size: { type: 'integer' }, color: { ...TEXT, default: 'red' } })),
  });
  await until(at('v1', 'a'), ({ spec }) => spec.color === 'red');
  const read = (await ask('GET', at('v1', 'a'))).body;
  expect(read.spec).toEqual({ size: 1, color: 'red' });
  expect(read.metadata.resourceVersion).toBe(body.metadata.resourceVersion);
  expect((await ask('GET', at('v1'))).body.items).toMatchObject([{ spec: { size: 1, color: 'red' } }]);
  expect((await ask('GET', `${at('v1')}?fieldSelector=metadata.name=a`)).body.items[0].spec).toEqual(read.spec);
  await redefine({ versions: versionsWith(V1.schema) });
  await until(at('v1', 'a'), ({ spec }) => spec.color === undefined);
  expect((await ask('GET', at('v1', 'a'))).body.spec).toEqual({ hostPort: 'h:1', size: 1 });
  await events?.cancel();
});

test('A write stores the object under the current schema', async () => {
  const { ask, merge, redefine, until } = await openConversionServer({ conversion: NONE });
  await ask('POST', at('v1'), endpoint('v1', 'a', { hostPort: 'h:1', size: 1 }));
  await redefine({ versions: versionsWith(schemaOf({ size: { type: 'integer' } })) });
  await until(at('v1', 'a'), ({ spec }) => spec.hostPort === undefined);
  await merge(at('v1', 'a'), { spec: { size: 2 } });
  await redefine({ versions: versionsWith(V1.schema) });
  await merge(at('v1', 'a'), { spec: { hostPort: 'later:1' } });
  await until(at('v1', 'a'), ({ spec }) => spec.hostPort === 'later:1');
  expect((await ask('GET', at('v1', 'a'))).body.spec).toEqual({ size: 2, hostPort: 'later:1' });
});

test('Objects of an older schema are still pruned and defaulted after a restart', async () => {
  const storage = await createMemoryStorage({ firstRevision: 300 });
  const first = await openConversionServer({ conversion: NONE }, { storage });
  await first.ask('POST', at('v1'), endpoint('v1', 'a', { hostPort: 'h:1' }));
  await first.redefine({ versions: versionsWith(schemaOf({ color: { ...TEXT, default: 'red' } })) });
  await first.until(at('v1', 'a'), ({ spec }) => spec.color === 'red');
  await first.server.close();
  const { createWholeServer } = await import('../../whole-server.ts');
  const second = await createWholeServer({ storage });
  expect((await (await second.get(at('v1', 'a'))).json()).spec).toEqual({ color: 'red' });
});

test('Nulls that are not allowed are dropped or replaced by defaults when read', async () => {
  const open = schemaOf({}, { 'x-kubernetes-preserve-unknown-fields': true });
  const { ask, redefine, until } = await openConversionServer({ conversion: NONE, versions: versionsWith(open) });
  const nulls = { dropped: null, kept: null, color: null, list: [null], map: { a: null, b: 'x' } };
  await ask('POST', at('v1'), endpoint('v1', 'a', nulls));
  expect((await ask('GET', at('v1', 'a'))).body.spec).toEqual(nulls);
  const spec = {
    dropped: TEXT,
    kept: { ...TEXT, nullable: true },
    color: { ...TEXT, default: 'red' },
    list: { type: 'array', items: { ...TEXT, default: 'one' } },
    map: { type: 'object', additionalProperties: { ...TEXT, default: 'all' } },
  };
  await redefine({ versions: versionsWith(schemaOf(spec)) });
  await until(at('v1', 'a'), (body) => body.spec.color === 'red');
  expect((await ask('GET', at('v1', 'a'))).body.spec).toEqual({
    kept: null,
    color: 'red',
    list: ['one'],
    map: { a: 'all', b: 'x' },
  });
});

test('Without a webhook, another version shows the fields that it declares, with the defaults of the stored version', async () => {
  const one = schemaOf({ shared: TEXT, own: TEXT, first: { ...TEXT, default: 'of v1' } });
  const two = schemaOf({ shared: TEXT, first: TEXT, second: { ...TEXT, default: 'of v2' } });
  const { ask, merge } = await openConversionServer({ conversion: NONE, versions: versionsWith(one, two) });
  await ask('POST', at('v1'), endpoint('v1', 'a', { shared: 's', own: 'o' }));
  expect((await ask('GET', at('v2', 'a'))).body.spec).toEqual({ shared: 's', first: 'of v1' });
  const created = await ask('POST', at('v2'), endpoint('v2', 'b', { shared: 's' }));
  expect(created.body.spec).toEqual({ shared: 's', first: 'of v1' });
  await merge(at('v2', 'a'), { metadata: { labels: { a: 'b' } } });
  expect((await ask('GET', at('v1', 'a'))).body.spec).toEqual({ shared: 's', first: 'of v1' });
});

test('Warnings about deprecated versions name the newest replacement', async () => {
  const names = ['v1', 'v2beta1', 'v2', 'v3', 'v1beta1'];
  const versions = names.map((name) => ({
    ...{ ...V1, name, storage: name === 'v1', deprecated: ['v1', 'v1beta1', 'v3'].includes(name) },
    ...(name === 'v1beta1' ? { deprecationWarning: 'stop it' } : {}),
  }));
  const { get } = await openConversionServer({ conversion: NONE, versions });
  const warning = async (version: string) => (await get(at(version))).headers.get('warning');
  expect(await warning('v1')).toBe(
    '299 - "net.example.com/v1 Endpoint is deprecated; use net.example.com/v2 Endpoint"',
  );
  expect(await warning('v3')).toBe('299 - "net.example.com/v3 Endpoint is deprecated"');
  expect(await warning('v1beta1')).toBe('299 - "stop it"');
  expect(await warning('v2')).toBeNull();
});

test('A change of the metadata of a definition does not change its objects', async () => {
  const { ask, merge } = await openConversionServer();
  const { body } = await ask('POST', at('v1'), endpoint('v1', 'a', { hostPort: 'h:1' }));
  await merge(`${DEFINITIONS}/${NAME}`, { metadata: { labels: { a: 'b' } } });
  const stored = (await ask('GET', at('v1', 'a'))).body as Loose;
  expect(stored).toEqual(body);
});
