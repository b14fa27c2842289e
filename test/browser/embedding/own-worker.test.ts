import { build, type Rolldown } from 'vite';
import { describe, expect, it } from 'vitest';
import { killWorkers } from '../browser.ts';
import { createPod, openProjects, pods, started } from './embedding.ts';
import { pageFiles } from './project-host.ts';

const POD = { apiVersion: 'v1', kind: 'Pod', metadata: { name: 'seeded' } };
const OPTIONS = {
  worker: '/own-worker.js',
  seed: [{ ...POD, spec: { containers: [{ name: 'web', image: 'nginx' }] } }],
};

/** Bundles a worker that imports the worker of the package. */
async function ownWorker(): Promise<string> {
  const [built] = (await build({
    configFile: false,
    logLevel: 'error',
    define: { PAGE_FILES: JSON.stringify(pageFiles()), 'process.env.NODE_ENV': '"production"' },
    build: {
      write: false,
      lib: { entry: 'test/browser/embedding/own-worker.ts', formats: ['iife'], name: 'own' },
    },
  })) as Rolldown.RolldownOutput[];
  const [chunk] = built?.output ?? [];
  return chunk?.code ?? '';
}

describe('a page’s own service worker that imports the worker of the package', () => {
  const projects = openProjects();

  it('answers its own routes and leaves other requests to the cluster, also offline', async () => {
    const script = await ownWorker();
    const { page, host } = await projects.open(OPTIONS, ({ scripts }) => scripts.set('own-worker.js', script));
    await started(page);
    await expect.poll(() => pods(page)).toEqual(['seeded Running']);
    const own = () => page.evaluate(async () => (await fetch('/own')).text());
    expect(await own()).toBe('own answer');

    await host.stop();
    await killWorkers(projects.context, page);
    await page.reload();
    await started(page);
    expect(await own()).toBe('own answer');
    expect(await createPod(page, 'offline')).toBe(201);
    await expect.poll(() => pods(page)).toEqual(['offline Running', 'seeded Running']);
  });
});
