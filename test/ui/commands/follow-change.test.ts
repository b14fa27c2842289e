import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { WriteRecord } from '../../../src/api/debug/causes.ts';
import type { DiscoveredResource } from '../../../src/client/discovery.ts';
import { type Cluster, createCluster } from '../../../src/hosts/core.ts';
import { readChanges } from '../../../src/ui/commands/follow-change.ts';

const ROLES = { group: 'rbac.authorization.k8s.io', version: 'v1', resource: 'clusterroles' } as DiscoveredResource;

let cluster: Cluster;
beforeAll(async () => {
  cluster = await createCluster({ controllers: false });
});
afterAll(() => cluster.close());

describe('the changes of a write', () => {
  it('are read for an object whose name has a comma', async () => {
    const name = 'read,metadata.name=write';
    const role = { apiVersion: 'rbac.authorization.k8s.io/v1', kind: 'ClusterRole', metadata: { name }, rules: [] };
    await cluster.load([role]);
    const { metadata } = await cluster.client.get<{ metadata: { resourceVersion: string } }>({ ...ROLES, name });
    const write = { revision: metadata.resourceVersion, name } as WriteRecord;
    const changes = await readChanges(cluster.client, ROLES, write, new AbortController().signal);
    expect(JSON.stringify(changes)).toContain(name);
  });
});
