import { describe, expect, test } from 'vitest';
import { createReadServer } from '../read-server.ts';

const PATH = '/api/v1/namespaces/n/configmaps';

async function serverWith(names: readonly string[], dialect: 'cluster' | 'kubernetes' = 'kubernetes') {
  const server = await createReadServer({ dialect });
  const revisions: Record<string, number> = {};
  for (const name of names) {
    const labels = { parity: name.charCodeAt(0) % 2 ? 'odd' : 'even' };
    revisions[name] = await server.put('configmaps', { metadata: { name, namespace: 'n', labels } });
  }
  const ask = async (query: string, headers: Record<string, string> = {}) => {
    const response = await server.fetch(new Request(`http://localhost${PATH}${query}`, { headers }));
    const body = await response.json();
    return {
      code: response.status,
      body,
      names: body.items?.map((item: { metadata: { name: string } }) => item.metadata.name),
    };
  };
  return { ...server, revisions, ask };
}

describe('the version of a list', () => {
  test('is the newest by default, a lower bound if given, and exact if requested', async () => {
    const { ask, revisions, remove } = await serverWith(['a', 'b', 'c']);
    await remove('configmaps', 'n', 'a');
    expect((await ask('')).names).toEqual(['b', 'c']);
    expect((await ask('?resourceVersion=0&limit=1')).names).toEqual(['b', 'c']);
    expect((await ask(`?resourceVersion=${revisions.b}`)).names).toEqual(['b', 'c']);
    expect((await ask(`?resourceVersion=${revisions.b}&resourceVersionMatch=Exact`)).names).toEqual(['a', 'b']);
    expect((await ask(`?resourceVersion=${revisions.b}&limit=5`)).names).toEqual(['a', 'b']);
  });

  test.each([
    ['?resourceVersion=1&resourceVersionMatch=Exact', 410, 'The resourceVersion for the provided list is too old.'],
    ['?resourceVersion=1', 200, undefined],
    [
      '?resourceVersion=abc',
      500,
      'resourceVersion: Invalid value: "abc": strconv.ParseUint: parsing "abc": invalid syntax',
    ],
    [
      '?resourceVersion=abc&limit=1',
      400,
      expect.stringContaining('invalid resource version: resourceVersion: Invalid'),
    ],
    [
      '?resourceVersion=9999&resourceVersionMatch=Exact',
      500,
      'etcdserver: mvcc: required revision is a future revision',
    ],
    [
      '?resourceVersion=9999&resourceVersionMatch=NotOlderThan&limit=1',
      504,
      'Timeout: Too large resource version: 9999, current: 201',
    ],
    ['?resourceVersionMatch=Exact', 422, expect.stringContaining('is forbidden unless resourceVersion is provided')],
    ['?sendInitialEvents=false', 422, expect.stringContaining('sendInitialEvents is forbidden for list')],
    ['?limit=', 400, 'strconv.ParseInt: parsing "": invalid syntax'],
    [
      '?fieldSelector=data.v=1',
      400,
      '"data.v" is not a known field selector: only "metadata.name", "metadata.namespace"',
    ],
  ])('%s responds %i', async (query, code, message) => {
    const { ask } = await serverWith(['a']);
    const answer = await ask(query);
    expect([answer.code, answer.body.message]).toEqual([code, message]);
  });

  test('responds 504 in the cluster dialect when it is exact and in the future', async () => {
    const { ask } = await serverWith(['a'], 'cluster');
    expect((await ask('?resourceVersion=9999&resourceVersionMatch=Exact')).code).toBe(504);
  });
});

describe('pages', () => {
  test('show one state, count the remaining items, and end without a token', async () => {
    const { ask, put } = await serverWith(['a', 'b', 'c']);
    const first = await ask('?limit=2');
    expect(first.body.metadata).toMatchObject({ remainingItemCount: 1, continue: expect.any(String) });
    await put('configmaps', { metadata: { name: 'd', namespace: 'n' } });
    const second = await ask(`?limit=2&continue=${first.body.metadata.continue}`);
    expect(second.names).toEqual(['c']);
    expect(second.body.metadata).toEqual({ resourceVersion: first.body.metadata.resourceVersion });
  });

  test('of a selection fill up with matches and have no remaining count', async () => {
    const { ask } = await serverWith(['a', 'b', 'c', 'd']);
    const { names, body } = await ask('?limit=2&labelSelector=parity=odd');
    expect(names).toEqual(['a', 'c']);
    expect(Object.keys(body.metadata)).toEqual(['resourceVersion', 'continue']);
    expect((await ask('?limit=1&fieldSelector=metadata.name=b')).body.metadata.continue).toBeUndefined();
  });

  test('of a compacted state respond 410 with a token that continues with the newest state', async () => {
    const { ask, storage, put } = await serverWith(['a', 'b']);
    const { continue: token } = (await ask('?limit=1')).body.metadata;
    const revision = await put('configmaps', { metadata: { name: 'c', namespace: 'n' } });
    await storage.compact(revision);
    const refused = await ask(`?limit=5&continue=${token}`);
    expect([refused.code, refused.body.reason]).toEqual([410, 'Expired']);
    expect((await ask(`?limit=5&continue=${refused.body.metadata.continue}`)).names).toEqual(['b', 'c']);
  });
});

describe('representations', () => {
  const as = (kind: string) => ({ accept: `application/json;as=${kind};v=v1;g=meta.k8s.io` });

  test('a Table has a row for each object', async () => {
    const { ask } = await serverWith(['a', 'b']);
    const { body } = await ask('?includeObject=None', as('Table'));
    expect(body.columnDefinitions.map(({ name }: { name: string }) => name)).toEqual(['Name', 'Created At']);
    expect(body.rows).toEqual([
      { cells: ['a', null], object: null },
      { cells: ['b', null], object: null },
    ]);
  });

  test('lists of metadata have a list type; the type of single objects is not acceptable', async () => {
    const { ask } = await serverWith(['a']);
    const { body } = await ask('', as('PartialObjectMetadataList'));
    expect([body.kind, body.items[0].kind, body.items[0].metadata.name]).toEqual([
      'PartialObjectMetadataList',
      'PartialObjectMetadata',
      'a',
    ]);
    expect((await ask('', as('PartialObjectMetadata'))).body.message).toBe(
      'you requested PartialObjectMetadata, but the requested object is a list (*core.ConfigMapList)',
    );
  });
});

test('a list of many objects shows every change since the list before it', async () => {
  const names = Array.from({ length: 300 }, (_, index) => `item-${1000 + index}`);
  const { ask, put, remove } = await serverWith(names);
  const all = await ask('');
  expect(all.names).toEqual(names);
  expect(await ask('')).toEqual(all);
  await remove('configmaps', 'n', 'item-1100');
  const revision = await put('configmaps', { metadata: { name: 'item-1150a', namespace: 'n' }, data: { text: 'ü' } });
  const { body, names: changed } = await ask('');
  expect(body.metadata.resourceVersion).toBe(String(revision));
  expect(changed).toEqual([...names, 'item-1150a'].filter((name) => name !== 'item-1100').toSorted());
  expect(body.items[changed.indexOf('item-1150a')].data).toEqual({ text: 'ü' });
  expect((await ask('?limit=100')).body.items).toEqual(body.items.slice(0, 100));
  expect((await ask('?pretty=true')).body).toEqual(body);
});
