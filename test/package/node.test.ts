import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, inject, it } from 'vitest';
import { ENTRIES } from '../../src/scripts/entries.mjs';
import { openBrowser } from '../helpers/open-browser.mjs';

const cwd = inject('consumer');
const command = join(cwd, 'node_modules/.bin/tabplane');
const nameOf = (entry: string): string => (entry === 'core' ? 'tabplane' : `tabplane/${entry}`);

describe('the package in Node', () => {
  it.each(Object.keys(ENTRIES))('imports the entry %s', (entry) => {
    const script = `console.log(Object.keys(await import('${nameOf(entry)}')).length)`;
    const printed = execFileSync(process.execPath, ['--input-type=module', '-e', script], { cwd, encoding: 'utf8' });
    expect(Number(printed)).toBeGreaterThan(0);
  });

  it('can be required by CommonJS', () => {
    const script = "console.log(typeof require('tabplane').createCluster)";
    expect(execFileSync(process.execPath, ['-e', script], { cwd, encoding: 'utf8' })).toContain('function');
  });

  it('exports the path of the worker for build tools', () => {
    const script = "console.log(require.resolve('tabplane/tabplane-worker.js'))";
    const file = execFileSync(process.execPath, ['-e', script], { cwd, encoding: 'utf8' }).trim();
    expect(readFileSync(file, 'utf8')).toMatch(/^\/\*! tabplane \d/);
  });

  it('prints its usage', () => {
    expect(execFileSync(command, ['--help'], { cwd, encoding: 'utf8' })).toContain('tabplane serve');
  });

  it('serves a cluster without a build', () =>
    whileRunning(['serve', '--port', '0'], async (url) => {
      expect(await (await fetch(`${url}/version`)).json()).toMatchObject({ major: '1', minor: '28' });
    }));

  it('serves a scenario, and authenticates a user by token', () =>
    whileRunning(['serve', '--port', '0', '--scenario', 'few rights'], async (url) => {
      const status = async (token: string) =>
        (await fetch(`${url}/api/v1/namespaces/shop/pods`, { headers: { authorization: `Bearer ${token}` } })).status;
      expect([await status('alice'), await status('guest')]).toEqual([200, 403]);
    }));

  it('serves the web UI without a build', () =>
    whileRunning(['ui', '--port', '0'], async (url) => {
      const { context, close } = await openBrowser();
      try {
        const page = await context.newPage();
        await page.goto(url);
        await page.getByRole('heading', { name: 'The cluster in this tab' }).waitFor();
      } finally {
        await close();
      }
    }));
});

/** Runs the installed command while `use` runs. */
async function whileRunning(args: readonly string[], use: (url: string) => Promise<void>): Promise<void> {
  const child = spawn(command, args, { cwd });
  try {
    const [announcement] = await once(child.stdout, 'data');
    await use(/http:\S+/.exec(String(announcement))?.[0] ?? '');
  } finally {
    child.kill();
    await once(child, 'exit');
  }
}
