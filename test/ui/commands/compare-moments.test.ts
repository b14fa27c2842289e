import { expect, it } from 'vitest';
import type { ApiClient } from '../../../src/client/api-client.ts';
import { ApiError } from '../../../src/client/api-error.ts';
import { compareMoments } from '../../../src/ui/commands/compare-moments.ts';

const verbs = ['list', 'create', 'delete'];
const LISTS: Readonly<Record<string, object>> = {
  '/api': { versions: ['v1'] },
  '/apis': { groups: [] },
  '/api/v1': {
    resources: [
      { name: 'configmaps', kind: 'ConfigMap', namespaced: true, verbs },
      { name: 'secrets', kind: 'Secret', namespaced: true, verbs },
    ],
  },
};

const apiError = (code: number, reason: string) =>
  new ApiError({
    ...{ kind: 'Status', apiVersion: 'v1', metadata: {}, status: 'Failure' },
    ...{ code, reason, message: 'no' },
  });

/** A client of a cluster in which each collection has one object. It cannot list some resources. */
const clientWithout = (refused: readonly string[], lists: Readonly<Record<string, object>> = LISTS) =>
  ({
    async request(path: string) {
      const list = lists[path];
      if (!list) throw apiError(503, 'ServiceUnavailable');
      return Response.json(list);
    },
    async list({ resource }: { resource: string }) {
      if (refused.includes(resource)) throw apiError(403, 'Forbidden');
      return { items: [{ metadata: { name: 'a', namespace: 'default', uid: resource } }], metadata: {} };
    },
  }) as unknown as ApiClient;

it('a comparison leaves out kinds that one of the moments does not show, and names them', async () => {
  const clientAt = (revision: number | undefined) => clientWithout(revision === undefined ? [] : ['secrets']);
  expect(await compareMoments({ clientAt }, 1, undefined, new AbortController().signal)).toEqual({
    differences: [],
    unread: ['Secret'],
    withoutHistory: [],
  });
});

it('a comparison says that the groups of extension API servers have no history', async () => {
  const version = { groupVersion: 'metrics.example.com/v1', version: 'v1' };
  const groups = [{ name: 'metrics.example.com', versions: [version], preferredVersion: version }];
  const past = { ...LISTS, '/apis': { groups } };
  const resources = [{ name: 'nodes', kind: 'NodeMetrics', namespaced: false, verbs }];
  const now = { ...past, '/apis/metrics.example.com/v1': { resources } };
  const clientAt = (revision: number | undefined) => clientWithout([], revision === undefined ? now : past);
  expect(await compareMoments({ clientAt }, 1, undefined, new AbortController().signal)).toEqual({
    ...{ differences: [], unread: [], withoutHistory: ['/apis/metrics.example.com/v1'] },
  });
});
