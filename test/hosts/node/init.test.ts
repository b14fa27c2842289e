import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { PACKAGE_VERSION } from '../../../src/hosts/browser/package-version.ts';
import { run } from '../../../src/hosts/node/cli.ts';
import { init } from '../../../src/hosts/node/init.ts';

const workerOf = (version: string): string => `/*! tabplane ${version} service worker. */\nself.skipWaiting();\n`;

describe('tabplane init', () => {
  let folder: string;
  let target: string;
  let source: URL;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'tabplane-init-'));
    target = join(folder, 'tabplane-worker.js');
    const built = join(folder, 'built.js');
    writeFileSync(built, workerOf(PACKAGE_VERSION));
    source = pathToFileURL(built);
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  it('copies the worker and prints the next step', async () => {
    expect(
      await init(folder, { source }),
    ).toBe(`Copied the worker of tabplane ${PACKAGE_VERSION} to ${target}. Write next, in your page:

  import { startCluster } from 'tabplane/browser';
  const cluster = await startCluster();
`);
    expect(readFileSync(target, 'utf8')).toBe(workerOf(PACKAGE_VERSION));
  });

  it('reports that the worker is current', async () => {
    await init(folder, { source });
    expect(await init(folder, { source })).toBe(`${target} is current (tabplane ${PACKAGE_VERSION}).\n`);
  });

  it('replaces a worker of another version and reports it', async () => {
    writeFileSync(target, workerOf('0.0.1'));
    expect(await init(folder, { source })).toBe(
      `${target} was outdated (tabplane 0.0.1) and is replaced by that of tabplane ${PACKAGE_VERSION}.\n`,
    );
    expect(readFileSync(target, 'utf8')).toBe(workerOf(PACKAGE_VERSION));
  });

  it('does not replace a file that is not a worker of the package', async () => {
    writeFileSync(target, 'mine');
    await expect(init(folder, { source })).rejects.toThrow(`${target} is not a worker of tabplane`);
    expect(readFileSync(target, 'utf8')).toBe('mine');
  });

  it.each([
    [[], 2, 'tabplane init takes one folder, that of your static files: tabplane init public/'],
    [['a', 'b'], 2, 'tabplane init takes one folder'],
    [['/no/such/folder'], 1, 'there is no folder /no/such/folder: name the folder whose files your host serves'],
  ])('explains wrong arguments: %j', async (args, code, message) => {
    const written = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
    expect(await run(['init', ...args])).toBe(code);
    expect(String(written.mock.calls[0]?.[0])).toContain(message);
    written.mockRestore();
  });
});
