import { describe, expect, it } from 'vitest';
import { createApiClient } from '../../src/client/api-client.ts';
import { discover, findKind, findResource, preferredResources } from '../../src/client/discovery.ts';
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

const discovery = discover(
  createApiClient({
    baseUrl: 'http://server',
    fetch: async ({ url }) => {
      const answer = ANSWERS[new URL(url).pathname];
      return answer ? json(answer) : new Response('service unavailable', { status: 503 });
    },
  }),
);

describe('discovery', () => {
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
