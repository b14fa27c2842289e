import { beforeEach, describe, expect, it } from 'vitest';
import type { ApiObject } from '../../../src/api/object.ts';
import { createApiClient } from '../../../src/client/api-client.ts';
import { startLesson } from '../../../src/ui/commands/start-lesson.ts';
import type { WriteContext } from '../../../src/ui/commands/write-context.ts';
import type { PlatformPort } from '../../../src/ui/platform-port.ts';
import { createDiscoveryStore } from '../../../src/ui/state/stores/discovery-store.ts';
import { eagerClock } from '../../client/scripted-server.ts';
import { ADMIN, createWholeServer } from '../../server/whole-server.ts';

const namespace: ApiObject = { apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'shop' } };
const configMap = (name: string): ApiObject => ({
  ...{ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name, namespace: 'shop' } },
});
const START = { nodes: 2, objects: [namespace, configMap('one'), configMap('two')] };

const NODES = '/api/v1/nodes';
const CONFIG_MAPS = '/api/v1/namespaces/shop/configmaps';

describe('the start of a lesson', () => {
  let cluster: Awaited<ReturnType<typeof createWholeServer>>;
  /** Called with each request before the cluster receives it. */
  let beforeRequest: (request: Request) => Promise<unknown>;

  beforeEach(async () => {
    cluster = await createWholeServer();
    beforeRequest = async () => undefined;
  });

  /** Another page of the same cluster. */
  async function openPage(): Promise<WriteContext> {
    const client = createApiClient({
      baseUrl: 'http://cluster',
      async fetch(request) {
        await beforeRequest(request);
        return cluster.server.fetch(request, { user: ADMIN });
      },
    });
    const discovery = createDiscoveryStore(client);
    await discovery.getState().refresh();
    return { client, discovery, platform: { clock: eagerClock() } as unknown as PlatformPort };
  }

  const namesAt = async (path: string): Promise<(string | undefined)[]> => {
    const { items } = (await (await cluster.get(path)).json()) as { items: ApiObject[] };
    return items.map(({ metadata }) => metadata.name);
  };

  it('ends in one started lesson when two pages start it at once', async () => {
    const pages = [await openPage(), await openPage()];
    await Promise.all(pages.map((page) => startLesson(page, START)));
    expect(await namesAt(NODES)).toEqual(['simulated-node-0', 'simulated-node-1']);
    expect(await namesAt(CONFIG_MAPS)).toEqual(['one', 'two']);
  });

  it.each([
    ['nodes', NODES],
    ['objects', CONFIG_MAPS],
  ])('ends in one started lesson when the page before a reload still creates %s', async (_, path) => {
    const [before, after] = [await openPage(), await openPage()];
    let isFirst = true;
    beforeRequest = async ({ method, url }) => {
      if (!isFirst || method !== 'POST' || !new URL(url).pathname.endsWith(path)) return;
      isFirst = false;
      await startLesson(after, START);
    };
    await startLesson(before, START);
    expect(isFirst).toBe(false);
    expect(await namesAt(NODES)).toEqual(['simulated-node-0', 'simulated-node-1']);
    expect(await namesAt(CONFIG_MAPS)).toEqual(['one', 'two']);
  });

  it('changes nothing when the lesson has been started', async () => {
    await startLesson(await openPage(), START);
    const page = await openPage();
    const writes: string[] = [];
    beforeRequest = async ({ method, url }) => method !== 'GET' && writes.push(`${method} ${url}`);
    await startLesson(page, START);
    expect(writes).toEqual([]);
  });

  it('fails with the message of an object that the server rejects', async () => {
    const start = { ...START, objects: [namespace, configMap('NOT-A-NAME')] };
    await expect(startLesson(await openPage(), start)).rejects.toThrow('ConfigMap "NOT-A-NAME" is invalid');
  });
});
