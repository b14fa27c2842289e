import { afterEach, expect, test } from 'vitest';
import { ApiError } from '../../../src/client/api-error.ts';
import type { Cluster } from '../../../src/hosts/core.ts';
import { createCluster } from '../../../src/hosts/create-cluster.ts';

const COMPACTIONS = '/apis/debug.tabplane.dev/v1alpha1/compactions';
let cluster: Cluster;
afterEach(() => cluster.close());

const write = (name: string) =>
  cluster.client.create(
    { group: '', version: 'v1', resource: 'configmaps', namespace: 'default' },
    { metadata: { name } },
  );

const firstEvent = async (resourceVersion: string) => {
  for await (const { type } of cluster.client.watch('v1/configmaps', { resourceVersion })) return type;
  return undefined;
};

test('a compaction ends watches from older versions with 410, and no others', async () => {
  cluster = await createCluster({ controllers: false });
  const { metadata } = await cluster.client.list('v1/configmaps');
  const before = metadata.resourceVersion ?? '';
  await write('one');
  expect(await firstEvent(before)).toBe('ADDED');
  const response = await cluster.client.request(COMPACTIONS, { method: 'POST', body: '{}' });
  expect(response.status).toBe(201);
  const { status } = await response.json();
  await expect(firstEvent(before)).rejects.toMatchObject({ code: 410, reason: 'Expired' });
  await write('two');
  expect(await firstEvent(status.resourceVersion)).toBe('ADDED');
});

test('a user without permission cannot compact', async () => {
  cluster = await createCluster({ controllers: false });
  const sending = cluster.as('alice').client.request(COMPACTIONS, { method: 'POST', body: '{}' });
  await expect(sending).rejects.toBeInstanceOf(ApiError);
  await expect(sending).rejects.toMatchObject({ code: 403 });
});
