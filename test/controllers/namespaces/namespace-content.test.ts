import { expect, test } from 'vitest';
import { createApiClient } from '../../../src/client/api-client.ts';
import { deleteContent } from '../../../src/controllers/namespaces/namespace-content.ts';

/** Returns a client of a server in which `pods` remain and the metrics group is unavailable. */
const clientOf = (pods: readonly object[]) =>
  createApiClient({
    baseUrl: 'http://cluster',
    fetch: async ({ url, method }) => {
      const { pathname } = new URL(url);
      const version = { groupVersion: 'metrics.k8s.io/v1', version: 'v1' };
      if (method !== 'GET') return Response.json({ kind: 'Status' });
      if (pathname === '/apis')
        return Response.json({ groups: [{ name: 'metrics.k8s.io', versions: [version], preferredVersion: version }] });
      if (pathname === '/api/v1') {
        const verbs = ['delete', 'deletecollection', 'list'];
        return Response.json({ resources: [{ name: 'pods', kind: 'Pod', namespaced: true, verbs }] });
      }
      if (pathname === '/api/v1/namespaces/n/pods') return Response.json({ items: pods });
      return new Response('service unavailable', { status: 503 });
    },
  });

const NOW = Date.parse('2026-01-01T00:01:00Z');
const emptied = (pods: readonly object[], deletedAt: string) =>
  deleteContent('n', {
    client: clientOf(pods),
    clock: { now: () => NOW, after: () => () => undefined },
    deletedAt,
  });
const pod = { metadata: { name: 'p' }, spec: { terminationGracePeriodSeconds: 30 } };

test('a group that cannot be discovered is reported with the message of the Kubernetes client', async () => {
  expect((await emptied([], '2026-01-01T00:01:00Z')).discoveryError).toBe(
    'Discovery failed for some groups, 1 failing: unable to retrieve the complete list of server APIs: metrics.k8s.io/v1: stale GroupVersion discovery: metrics.k8s.io/v1',
  );
});

test('pods that remain within their grace period are not an error', async () => {
  const content = await emptied([pod], '2026-01-01T00:00:45Z');
  expect([content.deletionErrors, [...content.remaining]]).toEqual([[], [['pods.', 1]]]);
});

test('pods that remain after their grace period are an error', async () => {
  const content = await emptied([pod], '2026-01-01T00:00:15Z');
  expect(content.deletionErrors).toEqual(['unexpected items still remain in namespace: n for gvr: /v1, Resource=pods']);
});
