import { describe, expect, it } from 'vitest';
import { killWorkers } from '../browser.ts';
import { createPod, openProjects, type ProjectGlobals, pods, started } from './embedding.ts';

const POD = { apiVersion: 'v1', kind: 'Pod', metadata: { name: 'seeded' } };
const SEED = [{ ...POD, spec: { containers: [{ name: 'web', image: 'nginx' }] } }];

describe('a cluster in the page of another project', () => {
  const projects = openProjects();

  it('answers on the first load, without a reload, with a list that changes live', async () => {
    const { page } = await projects.open();
    let loads = 1;
    page.on('load', () => {
      loads += 1;
    });
    await page.evaluate(async (seed) => {
      const globals = globalThis as unknown as ProjectGlobals;
      Object.assign(globalThis, { cluster: await globals.startCluster({ seed }) });
    }, SEED);
    const names = await page.evaluate(async () => {
      const response = await fetch('/api/v1/namespaces/default/pods');
      const { items } = (await response.json()) as { items: { metadata: { name: string } }[] };
      return items.map(({ metadata }) => metadata.name);
    });
    expect(names).toEqual(['seeded']);
    expect(await createPod(page, 'web')).toBe(201);
    expect(loads).toBe(1);
  });

  it('runs pods and shows their changes', async () => {
    const { page } = await projects.open({ seed: SEED });
    await started(page);
    await expect.poll(() => pods(page)).toEqual(['seeded Running']);
    await createPod(page, 'web');
    await expect.poll(() => pods(page)).toEqual(['seeded Running', 'web Running']);
  });

  it('answers after a hard reload without a controlling worker', async () => {
    const { page } = await projects.open({ seed: SEED });
    await started(page);
    const session = await projects.context.newCDPSession(page);
    const loaded = page.waitForEvent('load');
    await session.send('Page.reload', { ignoreCache: true });
    await loaded;
    await started(page);
    await expect.poll(() => pods(page)).toEqual(['seeded Running']);
  });

  it('resumes a live list after the browser kills the worker', async () => {
    const { page } = await projects.open({ seed: SEED });
    await started(page);
    await expect.poll(() => pods(page)).toEqual(['seeded Running']);
    await killWorkers(projects.context, page);
    expect(await createPod(page, 'later')).toBe(201);
    await expect.poll(() => pods(page)).toEqual(['later Running', 'seeded Running']);
  });

  it('is known to a restarted worker before the script of the page runs', async () => {
    const { page, host } = await projects.open({ seed: SEED });
    await started(page);
    await killWorkers(projects.context, page);
    await page.goto(host.page());
    const code = await page.evaluate(async () => (await fetch('/api/v1/namespaces/default/pods/seeded')).status);
    expect(code).toBe(200);
  });

  it('leaves other paths of the page to its host', async () => {
    const { page } = await projects.open({ prefix: '/k8s' });
    await started(page);
    const answers = await page.evaluate(() =>
      Promise.all(
        ['/notes.json', '/api/notes.json', '/k8s/other', '/k8s/api/v1/namespaces/default', '/tabplane-worker.js'].map(
          async (path) => {
            const { status, headers } = await fetch(path);
            return [path, status, headers.get('x-tabplane')];
          },
        ),
      ),
    );
    expect(answers).toEqual([
      ['/notes.json', 200, null],
      ['/api/notes.json', 200, null],
      ['/k8s/other', 404, null],
      ['/k8s/api/v1/namespaces/default', 200, 'worker'],
      ['/tabplane-worker.js', 200, null],
    ]);
  });
});
