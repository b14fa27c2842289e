import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, inject, it } from 'vitest';

const cwd = inject('consumer');

/** KiB, compressed. The client without informers, with names of resources and of requests; everything of the entry is twice as large. */
const LIMIT = 4.25;

it('leaves out of a bundle what is not imported', () => {
  execFileSync(process.execPath, ['build-with-esbuild.js', 'only-client.js', 'dist/only-client'], { cwd });
  const bundle = readFileSync(join(cwd, 'dist/only-client/only-client.js'));
  expect(gzipSync(bundle).length / 1024).toBeLessThan(LIMIT);
  expect(String(bundle)).not.toMatch(/Reflector|Informer/);
});
