import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { errorText } from '../../src/api/error-text.ts';
import type { ApiObject } from '../../src/api/object.ts';
import {
  type ApiClient,
  type ApiError,
  createApiClient,
  createInformer,
  type FollowOptions,
  followCollection,
  type ReflectorState,
} from '../../src/hosts/client.ts';
import { createMemoryStorage, createServer, type Server, systemClock, systemRandom } from '../../src/hosts/core.ts';

const CONFIG_MAPS = { group: '', version: 'v1', resource: 'configmaps', namespace: 'default' };
const ADMIN = { username: 'admin', groups: ['system:masters', 'system:authenticated'] };

let server: Server;
let client: ApiClient;
let answers = true;
/** Number of requests. */
let asked: number;
/** What each call got: names. */
let seen: string[][];
const ends: (() => void)[] = [];

beforeEach(async () => {
  const fetch = () => Promise.reject(new Error('no outgoing requests in this test'));
  server = await createServer({
    storage: await createMemoryStorage(),
    clock: systemClock,
    random: systemRandom,
    fetch,
  });
  answers = true;
  asked = 0;
  seen = [];
  client = createApiClient({
    baseUrl: 'http://cluster',
    fetch: async (request) => {
      asked += 1;
      return answers ? server.fetch(request, { user: ADMIN }) : new Response('down for a moment', { status: 503 });
    },
  });
});
afterEach(async () => {
  for (const end of ends.splice(0)) end();
  await server.close();
});

const follow = (options?: FollowOptions): void => {
  const onChange = (objects: readonly ApiObject[]) => seen.push(objects.map(({ metadata }) => metadata.name ?? ''));
  ends.push(followCollection(client, CONFIG_MAPS, onChange, options));
};
const create = (name: string, labels = {}) => client.create(CONFIG_MAPS, { metadata: { name, labels } });

describe('following a collection', () => {
  it.each([
    ['throws', () => JSON.parse('no JSON')],
    ['rejects', async () => JSON.parse('no JSON')],
  ])('continues after a handler that %s, and reports the error', async (_, handle) => {
    const problems: string[] = [];
    const reportProblem = (problem: string) => problems.push(problem);
    ends.push(followCollection(client, CONFIG_MAPS, handle, { reportProblem }));
    await expect.poll(() => problems).toEqual(['the handler of configmaps failed']);
    await create('next');
    await expect.poll(() => problems.length).toBe(2);
  });

  it.each([
    ['throws', () => JSON.parse('no JSON')],
    ['rejects', async () => JSON.parse('no JSON')],
  ])('continues after a handler of states that %s, and reports the error', async (_, onState) => {
    const problems: string[] = [];
    follow({ labelSelector: 'app=shop', onState, reportProblem: (problem) => problems.push(problem) });
    await expect.poll(() => problems[0]).toBe('a handler of an informer failed');
    await expect.poll(() => seen).toEqual([[]]);
  });

  it('calls back with an empty collection', async () => {
    follow({ labelSelector: 'app=shop' });
    await expect.poll(() => seen).toEqual([[]]);
  });

  it('calls back once for all objects of a list, by name', async () => {
    await create('second');
    await create('first');
    follow({ fieldSelector: 'metadata.name!=kube-root-ca.crt' });
    await expect.poll(() => seen).toEqual([['first', 'second']]);
  });

  it('calls back with every object after each change', async () => {
    follow({ labelSelector: 'app=shop' });
    await expect.poll(() => seen).toHaveLength(1);
    await create('front', { app: 'shop' });
    await expect.poll(() => seen).toHaveLength(2);
    await create('other');
    await create('back', { app: 'shop' });
    await expect.poll(() => seen).toHaveLength(3);
    await client.delete({ ...CONFIG_MAPS, name: 'front' });
    await expect.poll(() => seen).toEqual([[], ['front'], ['back', 'front'], ['back']]);
  });

  it('reports a failed request, and continues when the server answers again', async () => {
    const problems: string[] = [];
    answers = false;
    follow({ labelSelector: 'app=shop', reportProblem: (problem) => problems.push(problem) });
    await expect.poll(() => problems[0]).toBe('could not follow configmaps, retrying');
    answers = true;
    await expect.poll(() => seen).toEqual([[]]);
  });

  it('ends when the server rejects the request, and notifies the caller once', async () => {
    const problems: string[] = [];
    follow({
      labelSelector: 'app in',
      reportProblem: (problem, error) => problems.push(`${problem}: ${errorText(error)}`),
    });
    await expect.poll(() => problems[0]).toContain('could not follow configmaps: unable to parse requirement');
    await new Promise((resolve) => setTimeout(resolve, 1500)); // The first retry of other errors begins within a second.
    expect({ problems: problems.length, asked, seen }).toEqual({ problems: 1, asked: 1, seen: [] });
  });

  it.each([
    ['a resource that the server lacks', { ...CONFIG_MAPS, resource: 'configmups' }, 404],
    ['an address whose name is a resource of another group', { ...CONFIG_MAPS, group: 'apps' }, 404],
  ])('reports the error of %s as a state', async (_, address, code) => {
    const states: string[] = [];
    const problems: string[] = [];
    const onState = (state: ReflectorState) =>
      states.push(state.phase === 'failed' ? `failed with ${(state.error as ApiError).code}` : state.phase);
    ends.push(
      followCollection(client, address, () => undefined, { onState, reportProblem: (text) => problems.push(text) }),
    );
    await expect.poll(() => states).toEqual(['listing', `failed with ${code}`]);
    expect(problems).toEqual([]);
  });

  it('tells an informer that its collection is forbidden, and stops its synchronization', async () => {
    const forbidden = createApiClient({
      baseUrl: 'http://cluster',
      fetch: (request) => server.fetch(request, { user: { username: 'alice', groups: ['system:authenticated'] } }),
    });
    const states: string[] = [];
    const informer = createInformer(forbidden, CONFIG_MAPS);
    informer.subscribe({ state: ({ phase }) => states.push(phase) });
    const abort = new AbortController();
    const running = informer.run(abort.signal);
    expect(await informer.whenSynced(abort.signal)).toBe(false);
    expect(states).toEqual(['listing', 'failed']);
    abort.abort();
    await running;
  });

  it('does not call back after it has ended', async () => {
    follow({ labelSelector: 'app=shop' });
    await expect.poll(() => seen).toHaveLength(1);
    ends.splice(0)[0]?.();
    const informer = createInformer(client, CONFIG_MAPS, { labelSelector: 'app=shop' });
    const abort = new AbortController();
    const running = informer.run(abort.signal);
    await create('front', { app: 'shop' });
    await expect.poll(() => informer.list()).toHaveLength(1);
    expect(seen).toEqual([[]]);
    abort.abort();
    await running;
  });
});
