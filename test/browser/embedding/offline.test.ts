import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { killWorkers } from '../browser.ts';
import { createPod, openProjects, type ProjectGlobals, pods, started } from './embedding.ts';

const POD = { apiVersion: 'v1', kind: 'Pod', metadata: { name: 'seeded' } };
const SEED = [{ ...POD, spec: { containers: [{ name: 'web', image: 'nginx' }] } }];

const isStoredNow = (page: Page): Promise<boolean> =>
  page.evaluate(() => (globalThis as unknown as ProjectGlobals).cluster.storedOffline);

describe('the page of another project without a network', () => {
  const projects = openProjects();

  it('opens with a live list when the worker stores the page', async () => {
    const { page, host } = await projects.open({ seed: SEED, offline: true });
    await started(page);
    expect(await isStoredNow(page)).toBe(true);
    await host.stop();
    const problems: string[] = [];
    page.on('console', (message) => message.text().includes('could not be stored') && problems.push(message.text()));
    await killWorkers(projects.context, page);
    await page.reload();
    await started(page);
    await expect.poll(() => pods(page)).toEqual(['seeded Running']);
    expect(await isStoredNow(page)).toBe(true);
    expect(problems).toEqual([]);
    expect(await createPod(page, 'offline')).toBe(201);
    await expect.poll(() => pods(page)).toEqual(['offline Running', 'seeded Running']);
  });

  it('opens addresses that were never loaded with the page of its folder', async () => {
    const { page, host } = await projects.open({ offline: true });
    await started(page);
    await page.evaluate(() => (globalThis as unknown as ProjectGlobals).cluster.storedOffline);
    await page.goto(host.page());
    await host.stop();
    await page.goto(`${host.origin}/pods/web`);
    expect(await page.locator('h1').textContent()).toBe('Pods');
  });

  it('is stored only on request, and only until the cluster is closed', async () => {
    const { page, host } = await projects.open({});
    await started(page);
    const caches = () => page.evaluate(async () => (await globalThis.caches.keys()).length);
    expect(await caches()).toBe(0);
    await page.goto(host.page({ offline: true }));
    await started(page);
    await page.evaluate(() => (globalThis as unknown as ProjectGlobals).cluster.storedOffline);
    expect(await caches()).toBe(1);
    await page.evaluate(() => (globalThis as unknown as ProjectGlobals).cluster.close());
    expect(await caches()).toBe(0);
  });

  it('loads its files from the network when it is online', async () => {
    const { page, host } = await projects.open({ offline: true });
    await started(page);
    await page.evaluate(() => (globalThis as unknown as ProjectGlobals).cluster.storedOffline);
    host.title = 'Renewed';
    await page.goto(host.page());
    expect(await page.title()).toBe('Renewed');
  });
});
