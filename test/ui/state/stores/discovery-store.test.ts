import { describe, expect, it } from 'vitest';
import { createApiClient } from '../../../../src/client/api-client.ts';
import { findResource } from '../../../../src/client/discovery.ts';
import { createDiscoveryStore } from '../../../../src/ui/state/stores/discovery-store.ts';
import { json } from '../../../client/scripted-server.ts';

describe('the discovery of the app', () => {
  const kinds: Record<string, string[]> = { pods: ['Pod'], services: ['Service'] };
  const listed = () =>
    Object.entries(kinds).map(([name, [kind, ...verbs]]) => ({ name, kind, namespaced: true, verbs }));
  const fetch = async ({ url }: Request) => json(url.endsWith('/apis') ? { groups: [] } : { resources: listed() });
  const store = createDiscoveryStore(createApiClient({ baseUrl: 'http://server', fetch }));
  const refreshed = async () => {
    await store.getState().refresh();
    const { discovery } = store.getState();
    if (!discovery) throw new Error('not discovered');
    return discovery;
  };

  it('stays the same object while the server serves the same resources, so that no view rerenders', async () => {
    expect(await refreshed()).toBe(await refreshed());
  });

  it('keeps unchanged resources', async () => {
    const before = await refreshed();
    kinds.configmaps = ['ConfigMap'];
    kinds.services = ['Service', 'get'];
    const after = await refreshed();
    expect(after).not.toBe(before);
    expect(findResource(after, 'configmaps')).toBeDefined();
    expect(findResource(after, 'pods')).toBe(findResource(before, 'pods'));
    expect(findResource(after, 'services')?.verbs).toEqual(['get']);
    delete kinds.pods;
    const last = await refreshed();
    expect(findResource(last, 'pods')).toBeUndefined();
    expect(findResource(last, 'configmaps')).toBe(findResource(after, 'configmaps'));
  });
});
