import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { build } from 'vite';
import { root } from '../../src/scripts/run-command.mjs';

/** The imports of applications, by entry of the package. */
export const IMPORTS = [
  { entry: 'browser', name: 'startCluster' },
  { entry: 'client', name: 'createApiClient' },
  { entry: 'client', name: 'followCollection' },
  { entry: 'core', name: 'createServer' },
  { entry: 'core', name: 'createCluster' },
  { entry: 'testing', name: 'createTestCluster' },
];

/**
 * Bundles an import of the built package as applications do. Returns the size of the initial chunks in bytes,
 * minified and compressed with gzip.
 */
export async function bundleSize({ entry: from, name }) {
  // Written beside the library, so that its dependencies are found.
  const entry = join(root, 'dist/library/size.entry.js');
  writeFileSync(entry, `export { ${name} } from './${from}.js';`);
  try {
    const [{ output }] = await build({
      configFile: false,
      logLevel: 'error',
      build: { write: false, minify: true, lib: { entry, formats: ['es'] } },
    });
    const chunks = new Map(output.map((chunk) => [chunk.fileName, chunk]));
    const loaded = new Set(output.filter(({ isEntry }) => isEntry).map(({ fileName }) => fileName));
    for (const name of loaded) for (const file of chunks.get(name)?.imports ?? []) loaded.add(file);
    return gzipSync([...loaded].map((name) => chunks.get(name)?.code ?? '').join('\n')).length;
  } finally {
    rmSync(entry);
  }
}
