import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, inject, it } from 'vitest';

const cwd = inject('consumer');
const compiler = join(cwd, 'node_modules/typescript/bin/tsc');
const STRICT = ['--strict', '--exactOptionalPropertyTypes', '--skipLibCheck', 'false', '--noEmit'];

/** Type-checks a file with the options of a project. Returns the compiler's output. */
function check(file: string, ...options: readonly string[]): string {
  const { stdout } = spawnSync(process.execPath, [compiler, file, ...STRICT, '--target', 'es2023', ...options], {
    cwd,
    encoding: 'utf8',
  });
  return stdout;
}

it.each([
  ['bundlers', 'types.ts', ['--module', 'esnext', '--moduleResolution', 'bundler', '--lib', 'es2023,dom,dom.iterable']],
  ['Node, with the types of browsers', 'types.ts', ['--module', 'node16', '--lib', 'es2023,dom,dom.iterable']],
  [
    'objects that other packages have typed',
    'typed-objects.ts',
    // One package that the client imports has no types.
    ['--module', 'node16', '--lib', 'es2023,dom,dom.iterable', '--types', 'node', '--skipLibCheck', 'true'],
  ],
  ['Node', 'types-in-node.ts', ['--module', 'node16', '--lib', 'es2023', '--types', 'node']],
])('the package has strict types for %s', (_, file, options) => {
  expect(check(file, ...options)).toBe('');
});
