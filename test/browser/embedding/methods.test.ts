import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import type { BrowserCluster } from '../../../src/hosts/browser/browser.ts';
import { killWorkers } from '../browser.ts';
import { openProjects, type ProjectGlobals, started } from './embedding.ts';

const SEED = 'apiVersion: v1\nkind: ConfigMap\nmetadata: { name: seeded }\ndata: { color: blue }\n';
const MORE = 'apiVersion: v1\nkind: ConfigMap\nmetadata: { name: more }\n';
const USERS = { alice: { groups: ['developers'], token: 'secret' }, bob: {} };

/** In the page. */
const codeOf = (name: string, cluster: BrowserCluster): Promise<number> =>
  cluster.fetch(`/api/v1/namespaces/default/configmaps/${name}`).then(({ status }) => status);

describe('the methods of a cluster in a worker', () => {
  const projects = openProjects();
  let page: Page;
  beforeAll(async () => {
    ({ page } = await projects.open({ seed: SEED, users: USERS, prefix: '/k8s' }));
    await page.addScriptTag({ content: `var codeOf = ${String(codeOf)}` });
    await started(page);
  });

  /** Runs a function in the page with its cluster. */
  const inPage = <Result>(run: (cluster: BrowserCluster) => Promise<Result>): Promise<Result> =>
    page.evaluate(`(${String(run)})(globalThis.cluster)`) as Promise<Result>;

  const whoAmI = (user: string): Promise<{ username: string; groups: string[] }> =>
    page.evaluate(async (name) => {
      const { cluster } = globalThis as unknown as ProjectGlobals;
      const review = { apiVersion: 'authentication.k8s.io/v1', kind: 'SelfSubjectReview' };
      const address = { group: 'authentication.k8s.io', version: 'v1', resource: 'selfsubjectreviews' };
      const { client } = name ? cluster.as(name) : cluster;
      const { status } = (await client.create(address, review)) as unknown as { status: { userInfo: never } };
      return status.userInfo;
    }, user);

  it('send requests as the administrator, a user of the options, or any other user', async () => {
    expect(await whoAmI('')).toMatchObject({ username: 'admin' });
    expect(await whoAmI('admin')).toMatchObject({
      username: 'admin',
      groups: ['system:masters', 'system:authenticated'],
    });
    expect(await whoAmI('alice')).toMatchObject({ username: 'alice', groups: ['developers', 'system:authenticated'] });
    expect(await whoAmI('carol')).toMatchObject({ username: 'carol', groups: ['system:authenticated'] });
    const denied = await inPage((cluster) =>
      cluster
        .as('bob')
        .fetch('/api/v1/secrets')
        .then(({ status }) => status),
    );
    expect(denied).toBe(403);
  });

  it('accept requests, addresses and paths', async () => {
    const codes = await inPage((cluster) =>
      Promise.all(
        [
          '/api/v1/namespaces/default',
          `${cluster.url}/api/v1/namespaces/default`,
          new URL('/k8s/api/v1/namespaces/default', location.href),
          new Request('/k8s/api/v1/namespaces/default'),
        ].map((input) => cluster.fetch(input).then(({ status }) => status)),
      ),
    );
    expect(codes).toEqual([200, 200, 200, 200]);
  });

  it('load and export YAML', async () => {
    const loaded = await page.evaluate(async (yaml) => {
      const { cluster } = globalThis as unknown as ProjectGlobals;
      return (await cluster.load(yaml)).map(({ metadata }) => metadata.name);
    }, MORE);
    expect(loaded).toEqual(['more']);
    const text = await inPage((cluster) => cluster.export({ namespaces: ['default'] }));
    expect(text).toContain('name: more');
    expect(text).toContain('color: blue');
    const problem = await inPage((cluster) => cluster.load('kind: Nothing').catch((error: Error) => error.message));
    expect(problem).toContain('document 1');
  });

  it('restore a snapshot', async () => {
    const codes = await inPage(async (cluster) => {
      const snapshot = await cluster.snapshot();
      await cluster.fetch('/api/v1/namespaces/default/configmaps/more', { method: 'DELETE' });
      const between = await codeOf('more', cluster);
      await cluster.restore(snapshot);
      return [snapshot.format, between, await codeOf('more', cluster)];
    });
    expect(codes).toEqual(['tabplane-snapshot/v1', 404, 200]);
  });

  it('reset the cluster to its seed', async () => {
    const codes = await inPage(async (cluster) => {
      await cluster.reset();
      return [await codeOf('seeded', cluster), await codeOf('more', cluster)];
    });
    expect(codes).toEqual([200, 404]);
  });

  it('pause the clock, advance it, and let it run', async () => {
    const { stood, moved, ran } = await inPage(async ({ clock }) => {
      await clock.pause();
      const at = await clock.now();
      await new Promise((resolve) => setTimeout(resolve, 20));
      const stood = (await clock.now()) - at;
      await clock.step(3_600_000);
      const moved = (await clock.now()) - at;
      await clock.resume();
      await clock.speed(1000);
      const from = await clock.now();
      while ((await clock.now()) === from) await new Promise((resolve) => setTimeout(resolve, 5));
      const ran = (await clock.now()) - from;
      await clock.speed(1);
      return { stood, moved, ran };
    });
    expect([stood, moved]).toEqual([0, 3_600_000]);
    expect(ran).toBeGreaterThan(0);
  });

  it('report the progress of a long step, and stop it on a signal', async () => {
    const { message, passed, seen } = await inPage(async ({ clock }) => {
      await clock.pause();
      const from = await clock.now();
      const ending = new AbortController();
      let seen = 0;
      const onProgress = (time: number): void => {
        seen = time - from;
        ending.abort(new Error('far enough'));
      };
      const year = 365 * 86_400_000;
      const message = await clock.step(year, { onProgress, signal: ending.signal }).then(
        () => 'reached',
        (error: Error) => error.message,
      );
      const passed = (await clock.now()) - from;
      await clock.resume();
      return { message, passed, seen };
    });
    expect(message).toBe('far enough');
    expect(seen).toBeGreaterThan(0);
    expect(passed).toBeGreaterThanOrEqual(seen);
    expect(passed).toBeLessThan(365 * 86_400_000);
  });

  it('add faults, which survive the worker, and remove them', async () => {
    const first = await inPage(async (cluster) => {
      const remove = await cluster.faults.add({ path: '/api/v1/**', methods: ['GET'], status: 429 });
      Object.assign(globalThis, { remove });
      return (await cluster.fetch('/api/v1/pods')).status;
    });
    expect(first).toBe(429);
    await killWorkers(projects.context, page);
    const codes = await inPage(async (cluster) => {
      const status = async () => (await cluster.fetch('/api/v1/pods')).status;
      const after = await status();
      await (globalThis as unknown as { remove: () => Promise<void> }).remove();
      const removed = await status();
      await cluster.faults.add({ status: 503 });
      const added = await status();
      await cluster.faults.clear();
      return [after, removed, added, await status()];
    });
    expect(codes).toEqual([429, 200, 503, 200]);
  });

  it('count the remaining uses of a fault across workers', async () => {
    const statuses = (count: number) =>
      page.evaluate(async (times) => {
        const { cluster } = globalThis as unknown as ProjectGlobals;
        const found: number[] = [];
        while (found.length < times) found.push((await cluster.fetch('/api/v1/pods')).status);
        return found;
      }, count);
    await inPage((cluster) =>
      cluster.faults.add({ path: '/api/v1/pods', status: 429, times: 3 }).then(() => undefined),
    );
    expect(await statuses(1)).toEqual([429]);
    await killWorkers(projects.context, page);
    expect(await statuses(3)).toEqual([429, 429, 200]);
    await killWorkers(projects.context, page);
    expect(await statuses(1)).toEqual([200]);
  });

  it('disconnect requests like a network failure', async () => {
    const message = await inPage(async (cluster) => {
      await cluster.faults.add({ path: '/api/v1/nodes', disconnect: true, times: 1 });
      return cluster.fetch('/api/v1/nodes').catch((error: Error) => error.name);
    });
    expect(message).toBe('TypeError');
  });

  it('close the cluster and leave its paths to the host until the cluster is started again', async () => {
    const { closed, answeredBy } = await inPage(async (cluster) => {
      await cluster.close();
      const closed = await cluster.fetch('/api').catch((error: Error) => error.message);
      return { closed, answeredBy: (await fetch('/k8s/api')).headers.get('x-tabplane') };
    });
    expect(closed).toBe('The cluster "default" is closed.');
    expect(answeredBy).toBeNull();
    await page.reload();
    await page.addScriptTag({ content: `var codeOf = ${String(codeOf)}` });
    await started(page);
    expect(await inPage((cluster) => codeOf('seeded', cluster))).toBe(200);
  });
});
