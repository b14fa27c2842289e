import { execFileSync } from 'node:child_process';
import { copyFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { StaticHost } from '../browser/static-host.ts';
import { openBrowser } from '../helpers/open-browser.mjs';

const cwd = inject('consumer');
const run = (script: string, ...args: readonly string[]): string =>
  execFileSync(process.execPath, [join(cwd, script), ...args], { cwd, encoding: 'utf8' });

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

it.each(Object.keys(BUNDLERS))('runs in a page that %s has bundled', async (name) => {
  const folder = join(cwd, 'dist', name);
  BUNDLERS[name]?.(folder);
  if (name !== 'vite') copyFileSync(join(cwd, 'index.html'), join(folder, 'index.html'));
  const host = new StaticHost(pathToFileURL(`${folder}/`));
  await host.start();
  try {
    const page = await browser.context.newPage();
    await page.goto(host.url);
    const shown = await page.locator('output').textContent();
    expect(shown).toMatch(/made-in-the-page.*: \w+/);
    await page.close();
  } finally {
    await host.stop();
  }
});
