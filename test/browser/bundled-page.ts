import { build } from 'vite';

/** Bundles a module of this folder and everything that it imports as one script for a page. */
export const bundledPage = (name: string): Promise<string> => bundledScript(new URL(name, import.meta.url).pathname);

/** Bundles a module and everything that it imports as one script for a page. */
export async function bundledScript(entry: string): Promise<string> {
  const built = await build({
    configFile: false,
    logLevel: 'error',
    build: {
      write: false,
      lib: { entry, formats: ['iife'], name: 'bundled' },
    },
  });
  const chunks = (Array.isArray(built) ? built : [built]).flatMap((one) => ('output' in one ? one.output : []));
  return chunks.map((chunk) => ('code' in chunk ? chunk.code : '')).join('');
}
