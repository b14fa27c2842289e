import { describe, expect, it } from 'vitest';
import { createApiClient } from '../../src/client/api-client.ts';
import { discover, findKind, findResource, preferredResources } from '../../src/client/discovery.ts';
import { createCluster } from '../../src/hosts/core.ts';
import { json } from './scripted-server.ts';

const resource = (name: string, kind: string, namespaced = true) => ({
  name,
  kind,
  namespaced,
  singularName: kind.toLowerCase(),
  verbs: ['get', 'list'],
});
const ANSWERS: Readonly<Record<string, unknown>> = {
  '/apis': {
    groups: [
      {
        name: 'events.example',
        versions: [{ groupVersion: 'events.example/v1', version: 'v1' }],
        preferredVersion: { version: 'v1' },
      },
      {
        name: 'autoscaling',
        versions: [{ version: 'v2' }, { version: 'v1' }],
        preferredVersion: { version: 'v2' },
      },
      { name: 'down.example', versions: [{ version: 'v1' }], preferredVersion: { version: 'v1' } },
    ],
  },
  '/api/v1': { resources: [resource('pods', 'Pod'), resource('pods/log', 'Pod'), resource('events', 'Event')] },
  '/apis/events.example/v1': { resources: [resource('events', 'Event')] },
  '/apis/autoscaling/v2': { resources: [resource('horizontalpodautoscalers', 'HorizontalPodAutoscaler')] },
  '/apis/autoscaling/v1': { resources: [resource('horizontalpodautoscalers', 'HorizontalPodAutoscaler')] },
};

/** Returns a client of a server that has an answer for some paths, and the paths that it was asked for. */
function clientOf(answers: Readonly<Record<string, unknown>>) {
  const asked: string[] = [];
  const client = createApiClient({
    baseUrl: 'http://server',
    fetch: async ({ url }) => {
      const { pathname } = new URL(url);
      asked.push(pathname);
      const answer = answers[pathname];
      return answer ? json(answer) : new Response('service unavailable', { status: 503 });
    },
  });
  return { client, asked };
}

const discovery = discover(clientOf(ANSWERS).client);

describe('discovery of a server without a document of all groups', () => {
  it('finds a resource in any group, the core group first', async () => {
    expect(findResource(await discovery, 'events')?.group).toBe('');
    expect(findResource(await discovery, 'events', 'events.example')?.group).toBe('events.example');
    expect(findResource(await discovery, 'nothing')).toBeUndefined();
  });

  it('uses the preferred version of a group', async () => {
    expect(findResource(await discovery, 'horizontalpodautoscalers')?.version).toBe('v2');
    expect(findKind(await discovery, 'HorizontalPodAutoscaler', 'autoscaling')?.version).toBe('v2');
    expect(preferredResources(await discovery).map((found) => `${found.version} ${found.resource}`)).toEqual([
      'v1 pods',
      'v1 events',
      'v1 events',
      'v2 horizontalpodautoscalers',
    ]);
  });

  it('finds subresources', async () => {
    expect(findResource(await discovery, 'pods')?.subresources).toEqual(['log']);
  });

  it('records a group that cannot be read', async () => {
    expect((await discovery).failed).toEqual(['/apis/down.example/v1']);
  });
});

const entry = (resource: string, kind: string, scope = 'Namespaced') => ({
  resource,
  responseKind: { group: '', version: '', kind },
  scope,
  verbs: ['get', 'list'],
});
const CORE = {
  kind: 'APIGroupDiscoveryList',
  items: [
    {
      metadata: { creationTimestamp: null },
      versions: [
        {
          version: 'v1',
          freshness: 'Current',
          resources: [
            { ...entry('pods', 'Pod'), shortNames: ['po'], subresources: [{ subresource: 'log' }] },
            entry('nodes', 'Node', 'Cluster'),
          ],
        },
      ],
    },
  ],
};
const GROUPS = {
  kind: 'APIGroupDiscoveryList',
  items: [
    {
      metadata: { name: 'autoscaling' },
      versions: [
        { version: 'v2', resources: [entry('scalers', 'Scaler')] },
        { version: 'v1', resources: [entry('scalers', 'Scaler'), { resource: 'parts', subresources: [] }] },
      ],
    },
    {
      metadata: { name: 'down.example' },
      versions: [{ version: 'v1', freshness: 'Stale', resources: [entry('lost', 'Lost')] }],
    },
  ],
};

describe('discovery of a server with a document of all groups', () => {
  it('takes two requests', async () => {
    const { client, asked } = clientOf({ '/api': CORE, '/apis': GROUPS });
    const { resources } = await discover(client);
    expect(asked).toEqual(['/api', '/apis']);
    expect(resources.map(({ group, version, resource }) => `${group}/${version} ${resource}`)).toEqual([
      '/v1 pods',
      '/v1 nodes',
      'autoscaling/v2 scalers',
      'autoscaling/v1 scalers',
    ]);
    expect(resources[0]).toEqual({
      ...{ group: '', version: 'v1', preferred: true },
      ...{ resource: 'pods', kind: 'Pod', namespaced: true },
      ...{ verbs: ['get', 'list'], shortNames: ['po'], categories: [], subresources: ['log'] },
    });
    expect(resources.map(({ namespaced }) => namespaced)).toEqual([true, false, true, true]);
    expect(resources.map(({ preferred }) => preferred)).toEqual([true, true, true, false]);
  });

  it('reports versions that the server could not read, and leaves out what it knew of them before', async () => {
    const { failed, resources } = await discover(clientOf({ '/api': CORE, '/apis': GROUPS }).client);
    expect(failed).toEqual(['/apis/down.example/v1']);
    expect(resources.some(({ resource }) => resource === 'lost')).toBe(false);
  });

  it('reports the core group when only the others can be read', async () => {
    const { failed } = await discover(clientOf({ '/apis': GROUPS }).client);
    expect(failed).toEqual(['/api/v1', '/apis/down.example/v1']);
  });

  it('leaves out versions that the caller does not select', async () => {
    const { client } = clientOf({ '/api': CORE, '/apis': GROUPS });
    const { resources, failed } = await discover(client, undefined, (apiVersion) => apiVersion === 'autoscaling/v1');
    expect(resources.map(({ version, resource }) => `${version} ${resource}`)).toEqual(['v1 scalers']);
    expect(failed).toEqual([]);
  });

  it.each(['kubernetes', 'cluster'] as const)(
    'finds the same as one request for each version (%s)',
    async (dialect) => {
      const { client } = await createCluster({ dialect });
      const plain = {
        ...client,
        request: (path: string) => client.request(path, { headers: { accept: 'application/json' } }),
      };
      const found = await discover(client);
      expect(found.resources.length).toBeGreaterThan(60);
      expect(found).toEqual(await discover(plain));
    },
  );
});
