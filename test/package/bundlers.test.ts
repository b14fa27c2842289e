import { execFileSync } from 'node:child_process';
import { copyFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { StaticHost } from '../browser/static-host.ts';
import { openBrowser } from '../helpers/open-browser.mjs';

const cwd = inject('consumer');
const run = (script: string, ...args: readonly string[]): string =>
  execFileSync(process.execPath, [join(cwd, script), ...args], { cwd, encoding: 'utf8', stdio: 'pipe' });

/** Builds the consumer's page into `dist/<name>`. */
const BUNDLERS: Readonly<Record<string, (folder: string) => void>> = {
  vite: (folder) => run('node_modules/vite/bin/vite.js', 'build', '--outDir', folder, '--logLevel', 'warn'),
  webpack: () => run('build-with-webpack.js'),
  esbuild: (folder) => run('build-with-esbuild.js', 'page.js', folder),
};

let browser: Awaited<ReturnType<typeof openBrowser>>;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser.close());

it.each(Object.keys(BUNDLERS))('the package runs in a page that %s has bundled', async (name) => {
  const folder = join(cwd, 'dist', name);
  BUNDLERS[name]?.(folder);
  if (name !== 'vite') copyFileSync(join(cwd, 'index.html'), join(folder, 'index.html'));
  expect(await shownAt(folder, '/')).toMatch(/made-in-the-page.*: \w+/);
});

it('the package runs in a page without a bundler', async () => {
  run('node_modules/tabplane/dist/library/main.js', 'init', '.');
  expect(await shownAt(cwd, '/plain.html')).toBe('default kube-node-lease kube-public kube-system');
});

/** Opens a page of a folder, and returns its text. */
async function shownAt(folder: string, path: string): Promise<string | null> {
  const host = new StaticHost(pathToFileURL(`${folder}/`));
  await host.start();
  const page = await browser.context.newPage();
  try {
    const failed = new Promise<never>((_, reject) => page.once('pageerror', reject));
    await page.goto(host.url + path);
    return await Promise.race([page.locator('output').textContent(), failed]);
  } finally {
    await page.close();
    await host.stop();
  }
}
