import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, inject, it } from 'vitest';

const cwd = inject('consumer');

/**
 * Limits in KiB, compressed. The client without informers, with names of resources and requests; the entire entry is twice
 * as large. The handlers without MSW; a cluster is a hundred times as large. A page without its worker.
 */
const LIMITS = { client: 4.75, handlers: 6.5, browser: 16 };

/** Bundles a file of the consumer. Returns its script with its static and dynamic imports. */
function bundle(name: string, ...external: readonly string[]): string {
  const folder = join(cwd, 'dist', name);
  execFileSync(process.execPath, ['build-with-esbuild.js', `${name}.js`, folder, ...external], { cwd });
  const loaded = new Map<string, string>();
  const load = (file: string): void => {
    if (loaded.has(file)) return;
    const text = readFileSync(join(folder, file), 'utf8');
    loaded.set(file, text);
    for (const [, next = ''] of text.matchAll(/(?:from |import ?\(?)"\.\/([^"]+)"/g)) load(next);
  };
  load(`${name}.js`);
  return [...loaded.values()].join('\n');
}

const kibibytes = (text: string): number => gzipSync(text).length / 1024;

it('a bundle excludes code that is not imported', () => {
  const client = bundle('only-client');
  expect(kibibytes(client)).toBeLessThan(LIMITS.client);
  expect(client).not.toMatch(/Reflector|Informer/);
});

it('a bundle with handlers for MSW excludes the cluster', () => {
  const handlers = bundle('only-handlers', 'msw');
  expect(kibibytes(handlers)).toBeLessThan(LIMITS.handlers);
  expect(handlers).not.toMatch(/EmbeddedCluster|createServer/);
});

it('a page whose cluster is in a worker excludes YAML and the kinds', () => {
  const page = bundle('only-browser');
  expect(kibibytes(page)).toBeLessThan(LIMITS.browser);
  expect(page).not.toMatch(/ValidatingAdmissionPolicy|YamlError/);
});
