import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { root } from '../../src/scripts/run-command.mjs';
import { StaticHost } from '../browser/static-host.ts';
import { openBrowser } from '../helpers/open-browser.mjs';
import { npm, type Project } from '../helpers/packed-package.ts';
import { createViteProject } from './vite-project.ts';

const readme = readFileSync(join(root, 'README.md'), 'utf8');
const section = readme.slice(readme.indexOf('## In your own front end'));
const program = /```ts browser\n(.*?)```/s.exec(section)?.[1] ?? '';

let project: Project;
let host: StaticHost;
let browser: Awaited<ReturnType<typeof openBrowser>>;
beforeAll(async () => {
  project = await createViteProject(program, inject('packed'));
  host = new StaticHost(pathToFileURL(`${project.folder}/dist/`));
  browser = await openBrowser();
});
afterAll(async () => {
  await browser.close();
  await host.stop();
  project.remove();
});

const rows = (page: Page): Promise<string[]> => page.locator('td').allTextContents();

/** Creates a pod, as any code on the page can. */
const createPod = (page: Page, name: string): Promise<number> =>
  page.evaluate(
    async (metadata) => {
      const body = JSON.stringify({ metadata, spec: { containers: [{ name: 'web', image: 'nginx' }] } });
      const headers = { 'content-type': 'application/json' };
      return (await fetch('/api/v1/namespaces/default/pods', { method: 'POST', headers, body })).status;
    },
    { name },
  );

/** Reports whether the page and its scripts can be loaded without the host. */
const isStored = (page: Page): Promise<boolean> =>
  page.evaluate(async () => {
    const urls = [location.href, ...[...document.scripts].map(({ src }) => src)];
    return (await Promise.all(urls.map((url) => caches.match(url, { ignoreVary: true })))).every(Boolean);
  });

it('five lines in a new Vite project show live pods, also without a network', async () => {
  expect(program.trim().split('\n')).toHaveLength(5);
  execFileSync(join(project.folder, 'node_modules/.bin/tabplane'), ['init', 'public/'], { cwd: project.folder });
  await npm(project.folder, 'run', 'build');
  await host.start();
  const page = await browser.context.newPage();
  await page.goto(host.url);
  await page.locator('table').waitFor({ state: 'attached' });
  expect(await createPod(page, 'web-1')).toBe(201);
  await expect.poll(() => rows(page)).toEqual(['web-1']);
  await expect.poll(() => isStored(page)).toBe(true);

  await host.stop();
  await page.reload();
  await expect.poll(() => rows(page)).toEqual(['web-1']);
  expect(await createPod(page, 'web-2')).toBe(201);
  await expect.poll(() => rows(page)).toEqual(['web-1', 'web-2']);
  await page.close();
});
