import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { StaticHost } from '../browser/static-host.ts';
import { npm } from '../helpers/packed-package.ts';

/** The folder of installed front ends, outside this project, so that they find only their own packages. */
const INSTALLED = join(tmpdir(), 'tabplane-front-ends');

const VITE = fileURLToPath(new URL('../../node_modules/vite/bin/vite.js', import.meta.url));
const BUILD_OPTIONS = ['--emptyOutDir', '--minify', 'false', '--logLevel', 'error'];

/** Copies a front end and installs the packages of its lockfile unless they are already installed. Returns the folder. */
export async function installFrontEnd(name: string): Promise<string> {
  const source = fileURLToPath(new URL(`./${name}/`, import.meta.url));
  const files = readdirSync(source).sort();
  const digest = createHash('sha256');
  for (const file of files) digest.update(`${file}\n`).update(readFileSync(join(source, file)));
  const folder = join(INSTALLED, `${name}-${digest.digest('hex').slice(0, 16)}`);
  if (existsSync(folder)) return folder;
  mkdirSync(INSTALLED, { recursive: true });
  const installing = mkdtempSync(`${folder}-`);
  cpSync(source, installing, { recursive: true });
  await npm(installing, 'ci', '--ignore-scripts');
  // Another run of the tests may have been faster.
  if (existsSync(folder)) rmSync(installing, { recursive: true });
  else renameSync(installing, folder);
  return folder;
}

/**
 * Builds a front end's page and serves it at a separate origin.
 * @param addFiles adds files to the served folder
 */
export async function servePage(
  name: string,
  addFiles: (folder: string) => void = () => undefined,
): Promise<{ url: string; close(): Promise<void> }> {
  const outDir = mkdtempSync(join(tmpdir(), 'tabplane-front-end-'));
  const folder = await installFrontEnd(name);
  // A separate process, because the test runner sets NODE_ENV, which would result in a development build.
  execFileSync(process.execPath, [VITE, 'build', folder, ...BUILD_OPTIONS, '--outDir', outDir], {
    env: { ...process.env, NODE_ENV: 'production' },
  });
  addFiles(outDir);
  const host = new StaticHost(pathToFileURL(`${outDir}/`));
  await host.start();
  return {
    url: host.url,
    async close() {
      await host.stop();
      rmSync(outDir, { recursive: true, force: true });
    },
  };
}
