import { build } from 'vite';

/** Bundles a module of this folder and everything that it imports as one script for a page. */
export async function bundledPage(name: string): Promise<string> {
  const built = await build({
    configFile: false,
    logLevel: 'error',
    build: {
      write: false,
      lib: { entry: new URL(name, import.meta.url).pathname, formats: ['iife'], name: 'bundled' },
    },
  });
  const chunks = (Array.isArray(built) ? built : [built]).flatMap((one) => ('output' in one ? one.output : []));
  return chunks.map((chunk) => ('code' in chunk ? chunk.code : '')).join('');
}
