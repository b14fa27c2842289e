import { expect, test } from 'vitest';
import { createApiClient } from '../../src/client/api-client.ts';
import { objectSource } from '../../src/client/object-source.ts';
import { json, scriptedFetch } from './scripted-server.ts';

const CONFIG_MAPS = { group: '', version: 'v1', resource: 'configmaps' };

test('Listed objects have a kind, whether or not the list repeats it in each object', async () => {
  const custom = { apiVersion: 'example.com/v1', kind: 'Widget', metadata: { name: 'b' } };
  const items = [{ metadata: { name: 'a' } }, custom];
  const { fetch } = scriptedFetch([() => json({ apiVersion: 'v1', kind: 'ConfigMapList', metadata: {}, items })]);
  const source = objectSource(createApiClient({ fetch, baseUrl: 'http://server' }), CONFIG_MAPS);
  expect((await source.list(new AbortController().signal)).items).toEqual([
    { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'a' } },
    custom,
  ]);
});
