import { describe, expect, it } from 'vitest';
import { createApiClient } from '../../src/client/api-client.ts';
import { type TableColumnDefinition, tableSource } from '../../src/client/table.ts';
import { configMap, event, json, listOf, scriptedFetch, stream } from './scripted-server.ts';

const CONFIG_MAPS = { group: '', version: 'v1', resource: 'configmaps' };
const column = (name: string): TableColumnDefinition => ({
  name,
  type: 'string',
  format: '',
  description: '',
  priority: 0,
});
const signal = new AbortController().signal;

function sourceOf(...answers: readonly Response[]) {
  const columns: string[] = [];
  const server = scriptedFetch(answers.map((answer) => () => answer));
  const client = createApiClient({ fetch: server.fetch, baseUrl: 'http://server' });
  const source = tableSource(client, CONFIG_MAPS, {}, (all) => columns.push(...all.map(({ name }) => name)));
  return { source, columns, server };
}

describe('a table source', () => {
  it('requests a Table in either dialect, and accepts plain JSON', async () => {
    const { source, server } = sourceOf(listOf(5));
    await source.list(signal);
    expect(server.asked[0]?.headers.get('accept')).toBe(
      'application/json;as=Table;g=meta.cluster.io;v=v1,application/json;as=Table;g=meta.k8s.io;v=v1,application/json',
    );
  });

  it("lists rows with the server's columns", async () => {
    const row = { cells: ['a', 1], object: configMap('a', 3) };
    const { source, columns } = sourceOf(
      json({
        kind: 'Table',
        metadata: { resourceVersion: '5' },
        columnDefinitions: [column('Name'), column('Data')],
        rows: [row],
      }),
    );
    expect(await source.list(signal)).toEqual({ items: [row], resourceVersion: '5' });
    expect(columns).toEqual(['Name', 'Data']);
  });

  it('lists a long collection in pages, which a browser parses without blocking', async () => {
    const page = (name: string, token: string | undefined) =>
      json({
        kind: 'Table',
        metadata: { resourceVersion: '5', continue: token },
        columnDefinitions: [column('Name')],
        rows: [{ cells: [name], object: configMap(name, 3) }],
      });
    const { source, server, columns } = sourceOf(page('a', 'next page'), page('b', undefined));
    const { items, resourceVersion } = await source.list(signal);
    expect(items.map(({ cells }) => cells)).toEqual([['a'], ['b']]);
    expect(resourceVersion).toBe('5');
    expect(columns).toEqual(['Name']);
    expect(server.urls()).toEqual([
      'GET /api/v1/configmaps?limit=500',
      'GET /api/v1/configmaps?continue=next+page&limit=500',
    ]);
  });

  it('shows names and ages when the server returns no Table', async () => {
    const { source, columns } = sourceOf(listOf(5, configMap('a', 3)));
    expect((await source.list(signal)).items).toMatchObject([{ cells: ['a', undefined] }]);
    expect(columns).toEqual(['Name', 'Age']);
  });

  it('reads the resource version of a bookmark from the Table or its row', async () => {
    const bookmark = { kind: 'Table', metadata: { resourceVersion: '9' }, rows: [] };
    const inRow = { kind: 'Table', rows: [{ cells: [], object: { metadata: { resourceVersion: '11' } } }] };
    const { source } = sourceOf(stream([event('BOOKMARK', bookmark), event('BOOKMARK', inRow)]));
    const versions: (string | undefined)[] = [];
    for await (const { object } of source.watch('5', signal)) versions.push(source.resourceVersionOf(object));
    expect(versions).toEqual(['9', '11']);
  });
});
