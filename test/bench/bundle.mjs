import { basename, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'vite';
import { root } from '../../src/scripts/run-command.mjs';

/** A folder in the project, so that a bundle finds the packages that it imports. */
const OUTPUT = join(root, 'node_modules/.cache/bench');

/**
 * Bundles a source as in production, because loading single files would halve the speed. Returns the address of the
 * module.
 * @param source path from the root of the project
 */
export async function bundle(source) {
  const name = basename(source, '.ts');
  const outDir = join(OUTPUT, name);
  await build({
    configFile: false,
    logLevel: 'warn',
    publicDir: false,
    define: { TABPLANE_VERSION: '"0.0.0"' },
    root,
    build: { ssr: join(root, source), outDir, target: 'node20', emptyOutDir: true, sourcemap: true },
  });
  return pathToFileURL(join(outDir, `${name}.js`)).href;
}
