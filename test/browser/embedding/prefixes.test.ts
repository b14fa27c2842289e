import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { failure, openProjects, type ProjectGlobals, started } from './embedding.ts';

const configMap = (name: string) => ({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name } });

/** Returns the names of the ConfigMaps that users have created, by the path of the API. */
const configMaps = (page: Page, prefix: string): Promise<string[]> =>
  page.evaluate(async (path) => {
    const response = await fetch(`${path}/api/v1/namespaces/default/configmaps`);
    const { items } = (await response.json()) as { items: { metadata: { name: string } }[] };
    return items.map(({ metadata }) => metadata.name).filter((name) => !name.startsWith('kube-'));
  }, prefix);

describe('several clusters of one page', () => {
  const projects = openProjects();

  it('answer concurrently below their prefixes, each with its own data', async () => {
    const { page } = await projects.open();
    const urls = await page.evaluate(
      async ([one, other]) => {
        const { startCluster } = globalThis as unknown as ProjectGlobals;
        const clusters = await Promise.all([
          startCluster({ name: 'a', prefix: '/k8s/clusters/a', seed: [one], dialect: 'kubernetes' }),
          startCluster({ name: 'b', prefix: '/k8s/clusters/b/', seed: [other], dialect: 'cluster' }),
        ]);
        return clusters.map(({ url }) => new URL(url).pathname);
      },
      [configMap('of-a'), configMap('of-b')] as const,
    );
    expect(urls).toEqual(['/k8s/clusters/a', '/k8s/clusters/b']);
    expect(await configMaps(page, '/k8s/clusters/a')).toEqual(['of-a']);
    expect(await configMaps(page, '/k8s/clusters/b')).toEqual(['of-b']);
    const databases = await page.evaluate(async () => (await indexedDB.databases()).map(({ name }) => name));
    expect(databases.sort()).toEqual(['tabplane embedded /', 'tabplane-a', 'tabplane-b']);
  });

  it('cannot share a prefix', async () => {
    const { page } = await projects.open({ name: 'a' });
    await started(page);
    expect(await failure(page, { name: 'b' })).toContain(
      `The clusters "a" and "b" would answer the same paths. Give one of them a prefix`,
    );
  });

  it('are replaced when another page starts a cluster at the same prefix', async () => {
    const { page, host } = await projects.open({ name: 'before', seed: [configMap('old')] });
    await started(page);
    await page.goto(host.page({ name: 'after', seed: [configMap('new')] }));
    await started(page);
    expect(await configMaps(page, '')).toEqual(['new']);
    await page.goto(host.page({ name: 'before' }));
    await started(page);
    expect(await configMaps(page, '')).toEqual(['old']);
  });

  it('reject the requests of a page whose cluster another page has replaced, and keep its data', async () => {
    const { page: first, host } = await projects.open({ name: 'a' });
    await started(first);
    const second = await projects.context.newPage();
    await second.goto(host.page({ name: 'b' }));
    await started(second);
    const problem =
      'The cluster "a" is not served any more: another page has started "b" at the same paths. Give one of them a prefix';
    const messages = await first.evaluate(async (object) => {
      const { cluster } = globalThis as unknown as ProjectGlobals;
      const path = '/api/v1/namespaces/default/configmaps';
      const init = { method: 'POST', body: JSON.stringify(object), headers: { 'content-type': 'application/json' } };
      const address = { group: '', version: 'v1', resource: 'configmaps', namespace: 'default' };
      const responses = await Promise.all([fetch(path, init), cluster.fetch(path, init)]);
      return [
        ...(await Promise.all(responses.map(async (response) => (await response.json()).message as string))),
        await cluster.client.create(address, object).then(String, ({ message }: Error) => message),
      ];
    }, configMap('of-a'));
    for (const message of messages) expect(message).toContain(problem);
    expect(await configMaps(second, '')).toEqual([]);
    await first.reload();
    await started(first);
    expect(await configMaps(first, '')).toEqual([]);
    expect(await second.evaluate(async () => (await fetch('/version')).status)).toBe(409);
  });

  it('keep the dialect of their data', async () => {
    const { page, host } = await projects.open({ dialect: 'cluster' });
    await started(page);
    await page.goto(host.page());
    expect(await failure(page)).toContain('have the names of the dialect "cluster"');
  });
});

describe('a page below a base path', () => {
  const projects = openProjects('/app/');

  it('has a cluster in a worker of its folder', async () => {
    const { page } = await projects.open({ worker: '/app/tabplane-worker.js', seed: [configMap('of-app')] });
    await started(page);
    expect(await configMaps(page, '')).toEqual(['of-app']);
    const scope = page.evaluate(async () => (await navigator.serviceWorker.ready).scope);
    expect(new URL(await scope).pathname).toBe('/app/');
  });

  it('may name the worker relative to the page, and the API below its own folder', async () => {
    const { page } = await projects.open({ worker: 'tabplane-worker.js', prefix: '/app/k8s' });
    await started(page);
    expect(await configMaps(page, '/app/k8s')).toEqual([]);
  });
});
