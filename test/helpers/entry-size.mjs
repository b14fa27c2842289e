import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { build } from 'vite';
import { ENTRIES } from '../../src/scripts/entries.mjs';
import { root } from '../../src/scripts/run-command.mjs';

/** Returns the minified and gzipped size in bytes of the scripts of a page that imports an entire entry. */
export async function entrySize(name) {
  const { output } = await build({
    ...{ root, configFile: false, logLevel: 'error', publicDir: false },
    define: { TABPLANE_VERSION: '"0.0.0"' },
    build: {
      ...{ write: false, target: 'es2023', minify: true },
      rollupOptions: { input: join(root, ENTRIES[name]), preserveEntrySignatures: 'strict' },
    },
  });
  const scripts = output.filter(({ type }) => type === 'chunk').map(({ code }) => code);
  return gzipSync(scripts.join('\n')).length;
}
