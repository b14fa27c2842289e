import { describe, expect, it } from 'vitest';
import { pageCluster } from '../../../src/hosts/browser/page-cluster.ts';

const ORIGIN = 'https://shop.example';
const POD = { group: '', version: 'v1', resource: 'pods', namespace: 'default', name: 'web' };

/** Opens the page's side of a cluster, and records its requests and calls. */
function open({ prefix = '/k8s', isRefused = false } = {}) {
  const requests: Request[] = [];
  const calls: unknown[][] = [];
  const cluster = pageCluster({
    ...{ name: 'shop', origin: ORIGIN, prefix, users: { alice: {} }, seeded: 'loaded' },
    storedOffline: Promise.resolve(false),
    fetch: async (request) => {
      requests.push(request);
      return Response.json({ kind: 'PodList', apiVersion: 'v1', metadata: {}, items: [] });
    },
    call: async (...call) => {
      calls.push(call);
      if (isRefused) throw new Error('the worker is gone');
      return undefined;
    },
  });
  return { cluster, requests, calls };
}

describe('the page’s side of a cluster', () => {
  it('names the cluster in every request, so that no cluster that replaced it answers', async () => {
    const { cluster, requests } = open();
    for (const { fetch, client } of [cluster, cluster.as('alice'), cluster.as({ name: 'eve', groups: ['dev'] })]) {
      await fetch('/api/v1/pods');
      await fetch(new Request(`${ORIGIN}/k8s/api/v1/pods`, { method: 'POST', body: '{}' }));
      await client.list('v1/pods');
      await client.create(POD, { metadata: { name: 'web' } });
      await client.delete(POD);
      await client.watch(POD).next();
    }
    expect(requests).toHaveLength(18);
    expect(requests.filter(({ headers }) => headers.get('x-tabplane-cluster') !== 'shop')).toEqual([]);
  });

  it('rejects every request after it is closed or destroyed, and sends none', async () => {
    for (const end of ['close', 'destroy'] as const) {
      const { cluster, requests, calls } = open();
      const alice = cluster.as('alice');
      await cluster[end]();
      expect(calls).toEqual([[end]]);
      const uses = [
        () => cluster.fetch('/version'),
        () => cluster.client.get(POD),
        () => alice.fetch('/version'),
        () => alice.client.list('v1/pods'),
        () => cluster.as('alice').client.list('v1/pods'),
      ];
      for (const use of uses) await expect(use()).rejects.toThrow('The cluster "shop" is closed.');
      expect(requests).toEqual([]);
    }
  });

  it('still answers when its worker could not close it', async () => {
    const { cluster, requests } = open({ isRefused: true });
    await expect(cluster.close()).rejects.toThrow('the worker is gone');
    await cluster.fetch('/version');
    expect(requests).toHaveLength(1);
  });
});
