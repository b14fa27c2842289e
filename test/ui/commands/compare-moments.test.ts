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

/** A client of a cluster in which each collection has one object. It cannot list some resources. */
const clientWithout = (refused: readonly string[]) =>
  ({
    request: async (path: string) => Response.json(LISTS[path]),
    async list({ resource }: { resource: string }) {
      if (refused.includes(resource))
        throw new ApiError({
          ...{ kind: 'Status', apiVersion: 'v1', metadata: {}, status: 'Failure' },
          ...{ code: 403, reason: 'Forbidden', message: 'no' },
        });
      return { items: [{ metadata: { name: 'a', namespace: 'default', uid: resource } }], metadata: {} };
    },
  }) as unknown as ApiClient;

it('a comparison leaves out kinds that one of the moments does not show, and names them', async () => {
  const clientAt = (revision: number | undefined) => clientWithout(revision === undefined ? [] : ['secrets']);
  expect(await compareMoments({ clientAt }, 1, undefined, new AbortController().signal)).toEqual({
    differences: [],
    unread: ['Secret'],
  });
});
