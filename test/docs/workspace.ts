import { chmodSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { toolPath } from '../clients/packaged-tools.ts';

const project = new URL('../../', import.meta.url).pathname;

/** Folders in which the package and the packages of its readers are installed. */
export interface Workspace {
  /** Creates the folder of a page. */
  folder(page: string): string;
  /** The search path of commands: the package's command, kubectl, and those of installed packages. */
  readonly path: string;
  remove(): void;
}

/** Creates a workspace. The package must be built. */
export function createWorkspace(): Workspace {
  const root = mkdtempSync(join(tmpdir(), 'tabplane-docs-'));
  const packages = join(root, 'node_modules');
  const programs = join(packages, '.bin');
  mkdirSync(programs, { recursive: true });
  writeFileSync(join(root, 'package.json'), JSON.stringify({ name: 'example', private: true, type: 'module' }));
  const link = (from: string, to: string): void => {
    for (const name of readdirSync(from)) if (!name.startsWith('.')) symlinkSync(join(from, name), join(to, name));
  };
  link(join(project, 'node_modules'), packages);
  link(join(project, 'node_modules/.bin'), programs);
  symlinkSync(project, join(packages, 'tabplane'), 'dir');
  symlinkSync(toolPath('kubectl'), join(programs, 'kubectl'));
  writeFileSync(join(programs, 'tabplane'), `#!/bin/sh\nexec node ${project}dist/library/main.js "$@"\n`);
  chmodSync(join(programs, 'tabplane'), 0o755);
  return {
    folder(page) {
      const folder = join(root, page.replaceAll(/\W/g, '-'));
      // The folder for the static files of a front end.
      mkdirSync(join(folder, 'public'), { recursive: true });
      return folder;
    },
    path: `${programs}:${process.env.PATH}`,
    remove: () => rmSync(root, { recursive: true, force: true, maxRetries: 5 }),
  };
}

/** Writes a file, and creates its parent folders. */
export function writeInto(folder: string, name: string, text: string): string {
  const file = join(folder, name);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
  return file;
}
