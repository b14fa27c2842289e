import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { openBrowser } from '../helpers/open-browser.mjs';

const cwd = join(inject('consumer'), 'vite-app');
const vite = join(inject('consumer'), 'node_modules/vite/bin/vite.js');
const env = { ...process.env, NO_COLOR: '1' };
const build = (...options: readonly string[]): string =>
  execFileSync(process.execPath, [vite, 'build', ...options], { cwd, env, encoding: 'utf8', stdio: 'pipe' });

const SHOWN = 'default kube-node-lease kube-public kube-system; a file of the application';

let browser: Awaited<ReturnType<typeof openBrowser>>;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser.close());

/** Runs a Vite server while `use` runs. */
async function serve<Result>(options: readonly string[], use: (url: string) => Promise<Result>): Promise<Result> {
  const child = spawn(process.execPath, [vite, ...options, '--host', 'localhost', '--port', '0'], { cwd, env });
  try {
    let output = '';
    const url = await new Promise<string>((resolve, reject) => {
      const read = (data: Buffer): void => {
        output += data;
        const address = /Local: +(\S+)/.exec(output)?.[1];
        if (address) resolve(address);
      };
      child.stdout.on('data', read);
      child.stderr.on('data', read);
      child.on('exit', (code) => reject(new Error(`vite ended with ${code}: ${output}`)));
    });
    return await use(url);
  } finally {
    child.kill();
    await once(child, 'exit');
  }
}

/** Opens the application and returns its text. */
async function shownAt(url: string): Promise<string | null | undefined> {
  const page = await browser.context.newPage();
  try {
    const failed = new Promise<never>((_, reject) => page.once('pageerror', reject));
    await page.goto(url);
    const shown = page.waitForFunction(() => document.querySelector('output')?.textContent);
    return await (await Promise.race([shown, failed])).jsonValue();
  } finally {
    await page.close();
  }
}

describe.each(['/', '/app/'])('the plugin in an application with the base path %s', (base) => {
  it('serves the worker in development', () =>
    serve(['--base', base], async (url) => {
      const { headers } = await fetch(`${url}tabplane-worker.js`);
      expect(Object.fromEntries(headers)).toMatchObject({
        'content-type': 'text/javascript',
        'cache-control': 'no-cache',
        'service-worker-allowed': base,
      });
      expect(await shownAt(url)).toBe(SHOWN);
    }));

  it('adds the worker to a build', async () => {
    const options = ['--base', base, '--outDir', `dist${base}built`];
    build(...options);
    const files = readdirSync(join(cwd, `dist${base}built`));
    expect(files.sort()).toEqual(['assets', 'index.html', 'own.txt', 'tabplane-worker.js']);
    expect(await serve(['preview', ...options], shownAt)).toBe(SHOWN);
  });
});

it('finds the worker from the pages of a build with a relative base path', () => {
  build('--base', './', '--outDir', 'dist/relative');
  const html = readFileSync(join(cwd, 'dist/relative/index.html'), 'utf8');
  expect(html).toContain('<meta name="tabplane-worker" content="./tabplane-worker.js">');
});

it('excludes the worker from a build for a server', () => {
  build('--ssr', 'main.js', '--outDir', 'dist/server');
  expect(readdirSync(join(cwd, 'dist/server'))).not.toContain('tabplane-worker.js');
});
