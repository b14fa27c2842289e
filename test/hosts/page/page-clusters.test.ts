import { describe, expect, it } from 'vitest';
import type { Fetch } from '../../../src/api/environment.ts';
import type { ClusterList } from '../../../src/api/named-cluster.ts';
import { connectToClusters } from '../../../src/hosts/page/page-clusters.ts';
import {
  initialRegistry,
  type RegistryCommand,
  type RegistryState,
  transition,
} from '../../../src/hosts/worker/clusters/registry-transitions.ts';

const CREATED = '2026-11-22T08:00:00Z';
const CREATE: RegistryCommand = { type: 'create', name: 'Second', dialect: 'kubernetes' };

/** A worker that dies at its first command, before or after running it. */
function dyingWorker(dies: 'before' | 'after' | 'never') {
  let state: RegistryState = initialRegistry(CREATED, false);
  const commands: RegistryCommand[] = [];
  const fetch: Fetch = async (request) => {
    if (request.url.endsWith('/pods')) return Response.json(request.headers.get('tabplane-database'));
    if (request.method === 'GET') return Response.json(state);
    const command = (await request.json()) as RegistryCommand;
    const names = { id: `id-${commands.length + 1}`, created: CREATED, page: 'page' };
    if (command.type === 'show') {
      state = transition(state, command, names);
      return Response.json(state);
    }
    commands.push(command);
    if (commands.length === 1 && dies === 'before') throw new TypeError('Failed to fetch');
    state = transition(state, command, names);
    if (commands.length === 1 && dies === 'after') throw new TypeError('Failed to fetch');
    return Response.json(state);
  };
  return { fetch, commands };
}

/** A tab with the session storage of its earlier pages. */
function newTab(cluster?: string, stored = new Map<string, string>()) {
  const getItem = (key: string) => stored.get(key) ?? null;
  const setItem = (key: string, value: string) => void stored.set(key, value);
  return { origin: 'http://localhost', cluster, session: { getItem, setItem }, isWorkerGone: async () => false };
}

describe('a page whose worker the browser has removed', () => {
  it('shows that its cluster is lost, and sends no more requests', async () => {
    const { fetch } = dyingWorker('never');
    let isGone = false;
    let sent = 0;
    const counted: Fetch = (request) => {
      sent++;
      return isGone ? Promise.resolve(new Response('<!doctype html>')) : fetch(request);
    };
    const clusters = await connectToClusters(counted, { ...newTab(), isWorkerGone: async () => isGone });
    const lists: ClusterList[] = [];
    clusters.subscribe((list) => lists.push(list));
    isGone = true;
    const ask = () => void clusters.fetch(new Request('http://localhost/api/v1/pods'));
    ask();
    await expect.poll(() => lists.map(({ lost }) => lost)).toEqual([['tabplane']]);
    const before = sent;
    ask();
    await new Promise((resolve) => setTimeout(resolve, 10));
    expect(sent).toBe(before);
  });
});

describe('the clusters as a page sees them', () => {
  it.each([
    ['before', 2],
    ['after', 1],
  ] as const)('apply a command once when the worker dies %s it takes effect', async (dies, sent) => {
    const { fetch, commands } = dyingWorker(dies);
    const clusters = await connectToClusters(fetch, newTab());
    const { clusters: list } = await clusters.run(CREATE);
    expect(list.map(({ name }) => name)).toEqual(['Default', 'Second']);
    expect(commands.length).toBe(sent);
  });

  it('receive requests with the database of the page, which wait while the tab opens another database', async () => {
    const { fetch } = dyingWorker('after');
    const clusters = await connectToClusters(fetch, newTab());
    const ask = () => clusters.fetch(new Request('http://localhost/api/v1/pods')).then((response) => response.json());
    expect(await ask()).toBe('tabplane');
    await clusters.run(CREATE);
    let isAnswered = false;
    const answer = ask().finally(() => {
      isAnswered = true;
    });
    await new Promise((resolve) => setTimeout(resolve));
    expect(isAnswered).toBe(false);
    await clusters.run({ type: 'switch', id: 'default' });
    expect(await answer).toBe('tabplane');
  });

  it('are selected for later pages of the same tab, but not for other tabs', async () => {
    const { fetch } = dyingWorker('never');
    const tab = newTab();
    const clusters = await connectToClusters(fetch, tab);
    await clusters.run(CREATE);
    await (await connectToClusters(fetch, newTab())).run({ type: 'switch', id: 'default' });
    const shownIn = async (one: ReturnType<typeof newTab>) => (await connectToClusters(fetch, one)).shown.name;
    expect([await shownIn(tab), await shownIn(newTab())]).toEqual(['Second', 'Default']);
  });

  it('stay selected for a tab that has only loaded them, when another tab creates one', async () => {
    const { fetch } = dyingWorker('never');
    const tab = newTab();
    await connectToClusters(fetch, tab);
    await (await connectToClusters(fetch, newTab())).run(CREATE);
    expect((await connectToClusters(fetch, tab)).shown.name).toBe('Default');
  });

  it('are opened by the name in the address, and unknown names are reported', async () => {
    const { fetch } = dyingWorker('never');
    await (await connectToClusters(fetch, newTab())).run(CREATE);
    const named = await connectToClusters(fetch, newTab('default'));
    expect([named.shown.name, named.missing]).toEqual(['Default', undefined]);
    const unknown = await connectToClusters(fetch, newTab('Third'));
    expect([unknown.shown.name, unknown.missing]).toEqual(['Second', 'Third']);
  });

  it('still answer when another tab switches clusters, and wait when it deletes the cluster of the page', async () => {
    const { fetch } = dyingWorker('never');
    await (await connectToClusters(fetch, newTab())).run(CREATE);
    const [one, other] = [await connectToClusters(fetch, newTab('Second')), await connectToClusters(fetch, newTab())];
    const lists: number[] = [];
    one.subscribe(({ clusters }) => lists.push(clusters.length));
    const channel = new BroadcastChannel('tabplane-clusters');
    const ask = () => one.fetch(new Request('http://localhost/api/v1/pods')).then((response) => response.json());
    channel.postMessage(await other.run({ type: 'switch', id: 'default' }));
    await expect.poll(() => lists).toEqual([2]);
    expect(await ask()).toBe('tabplane-id-1');
    channel.postMessage(await other.run({ type: 'delete', id: 'id-1' }));
    await expect.poll(() => lists).toEqual([2, 1]);
    expect(await Promise.race([ask(), new Promise((resolve) => setTimeout(() => resolve('waits'), 20))])).toBe('waits');
    channel.close();
  });
});
