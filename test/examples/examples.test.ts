import { execFileSync, spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { StaticHost } from '../browser/static-host.ts';
import { findChromium } from '../helpers/find-chromium.mjs';
import { openBrowser } from '../helpers/open-browser.mjs';

const TYPESCRIPT = new URL('../../node_modules/typescript-native/bin/tsc', import.meta.url).pathname;

const folder = inject('examples');
let browser: Awaited<ReturnType<typeof openBrowser>>;
const hosts: StaticHost[] = [];

/** Runs a command of a package that the examples have installed. */
const run = (script: string, ...args: readonly string[]): string =>
  execFileSync(process.execPath, [join(folder, 'node_modules', script), ...args], { cwd: folder, encoding: 'utf8' });

beforeAll(async () => {
  run('msw/cli/index.js', 'init', 'react-app/public', '--no-save');
  run('tabplane/dist/library/main.js', 'init', 'plain-html');
  for (const name of ['react-app', 'operator']) run('vite/bin/vite.js', 'build', name, '--logLevel', 'warn');
  browser = await openBrowser();
});
afterAll(async () => {
  await Promise.all(hosts.map((host) => host.stop()));
  await browser?.close();
});

/** Serves a folder of the examples at a separate origin. */
async function serve(path: string): Promise<StaticHost> {
  const host = new StaticHost(pathToFileURL(`${join(folder, path)}/`));
  await host.start();
  hosts.push(host);
  return host;
}

async function open(url: string): Promise<{ page: Page; problems: readonly string[] }> {
  const page = await browser.context.newPage();
  const problems: string[] = [];
  page.on('console', (message) => {
    // The examples have no icon.
    const isIcon = message.location().url.endsWith('/favicon.ico');
    if (message.type() === 'error' && !isIcon) problems.push(message.text());
  });
  page.on('pageerror', (error) => problems.push(String(error)));
  await page.goto(url);
  return { page, problems };
}

describe('the React app', () => {
  it('has no type errors', () => {
    const output = execFileSync(process.execPath, [TYPESCRIPT, '-p', 'react-app'], { cwd: folder });
    expect(String(output)).toBe('');
  });

  it('shows live pods of a new Deployment, and denials of the server', async () => {
    const { url } = await serve('react-app/dist');
    const { page, problems } = await open(url);
    await page.getByLabel('Name').fill('web');
    await page.getByLabel('Replicas').fill('3');
    await page.getByRole('button', { name: 'Create Deployment' }).click();
    await expect.poll(() => page.getByRole('row', { name: /web-.* Running 1\/1 0/ }).count()).toBe(3);
    expect(problems).toEqual([]);

    await page.getByLabel('Name').fill('Not A Name');
    await page.getByRole('button', { name: 'Create Deployment' }).click();
    expect(await page.getByRole('alert').textContent()).toContain('Deployment.apps "Not A Name" is invalid');
    await page.close();
  });

  it('shows pods without a network', async () => {
    const host = await serve('react-app/dist');
    const { page } = await open(host.url);
    await page.getByLabel('Name').fill('kept');
    await page.getByRole('button', { name: 'Create Deployment' }).click();
    await expect.poll(() => page.getByRole('row', { name: /kept-.* Running/ }).count()).toBe(2);
    // The worker stores the page's files after the page has loaded.
    await expect.poll(() => page.evaluate(async () => (await caches.keys()).length)).toBeGreaterThan(0);
    await page.reload();
    await page.getByRole('row', { name: /kept-/ }).first().waitFor();
    await host.stop();
    await page.reload();
    await expect.poll(() => page.getByRole('row', { name: /kept-.* Running/ }).count()).toBe(2);
    await page.close();
  });
});

it("the React app's own tests pass", () => {
  const env = { ...process.env, CHROMIUM_PATH: findChromium() };
  const test = [...['--test', '--test-reporter=tap'], 'react-app/e2e/pods.test.js'];
  const { status, stdout } = spawnSync(process.execPath, test, { cwd: folder, env, encoding: 'utf8' });
  expect(status, stdout).toBe(0);
  expect(stdout).toContain('# pass 4');
});

describe('the stories of the React app', () => {
  let url: string;
  beforeAll(async () => {
    ({ url } = await serve('react-app/dist'));
  });

  it.each([
    ['Healthy', /frontend-.* Running 1\/1 0/],
    ['CrashLooping', /cart-.* CrashLoopBackOff 0\/1 \d/],
    ['StuckRollout', /frontend-.* (ErrImagePull|ImagePullBackOff) 0\/1 0/],
    ['NodeDown', /-.* Terminating .* simulated-node-1/],
  ])('show %s', async (story, row) => {
    const { page } = await open(`${url}/stories.html?story=${story}`);
    await page.getByRole('row', { name: row }).first().waitFor();
    await page.close();
  });

  it('show the view of a guest', async () => {
    const { page } = await open(`${url}/stories.html?story=Forbidden`);
    await expect
      .poll(() => page.getByRole('alert').textContent())
      .toContain('User "guest" cannot list resource "pods"');
    await page.close();
  });

  it('look the same on every run', async () => {
    const tableOf = async (): Promise<string | null> => {
      const { page } = await open(`${url}/stories.html?story=CrashLooping`);
      await page.getByRole('row', { name: /CrashLoopBackOff/ }).waitFor();
      const text = await page.getByRole('table').textContent();
      await page.close();
      return text;
    };
    expect(await tableOf()).toBe(await tableOf());
  });
});

describe('the operator', () => {
  it('creates pods for a custom resource, recreates deleted ones, and cleans up after the resource', async () => {
    const { url } = await serve('operator/dist');
    const { page, problems } = await open(url);
    await page.getByRole('button', { name: 'Create a Website' }).click();
    await page.getByText('hello: 2/2 ready').waitFor();
    await expect.poll(() => page.locator('#pods li').count()).toBe(2);

    const deployment = '/apis/apps/v1/namespaces/default/deployments/hello';
    await page.evaluate((path) => fetch(path, { method: 'DELETE' }), deployment);
    const statusOf = () => page.evaluate(async (path) => (await (await fetch(path)).json()).kind, deployment);
    await expect.poll(statusOf).toBe('Deployment');

    await page.getByRole('button', { name: 'Delete it' }).click();
    await expect.poll(() => page.locator('li').count()).toBe(0);
    expect(problems.filter((problem) => !problem.includes('404'))).toEqual([]);
    await page.close();
  });
});

describe('the plain HTML file', () => {
  it('creates and lists ConfigMaps without a build', async () => {
    const { url } = await serve('.');
    const { page, problems } = await open(`${url}/plain-html/index.html`);
    await page.getByText('kube-root-ca.crt').waitFor();
    await page.getByLabel('Name').fill('mine');
    await page.getByRole('button', { name: 'Create' }).click();
    await page.getByText('mine', { exact: true }).waitFor();
    expect(problems).toEqual([]);
    await page.close();
  });
});
