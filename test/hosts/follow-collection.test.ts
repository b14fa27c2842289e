import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { ApiObject } from '../../src/api/object.ts';
import {
  type ApiClient,
  createApiClient,
  createInformer,
  type FollowOptions,
  followCollection,
} from '../../src/hosts/client.ts';
import { createMemoryStorage, createServer, type Server, systemClock, systemRandom } from '../../src/hosts/core.ts';

const CONFIG_MAPS = { group: '', version: 'v1', resource: 'configmaps', namespace: 'default' };
const ADMIN = { username: 'admin', groups: ['system:masters', 'system:authenticated'] };

let server: Server;
let client: ApiClient;
let answers = true;
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
  seen = [];
  client = createApiClient({
    baseUrl: 'http://cluster',
    fetch: async (request) =>
      answers ? server.fetch(request, { user: ADMIN }) : new Response('down for a moment', { status: 503 }),
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

  it('does not call back after it was ended', async () => {
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
