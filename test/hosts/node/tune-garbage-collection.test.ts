import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { FLAGS, tuneGarbageCollection } from '../../../src/hosts/node/tune-garbage-collection.ts';

test('V8 supports the flags that tune its garbage collection in a running process', () => {
  const { stdout } = spawnSync(process.execPath, ['--v8-options'], { encoding: 'utf8' });
  for (const flag of FLAGS) expect(stdout).toContain(`--${/^--(?:no-)?([a-z-]+)/.exec(flag)?.[1]} `);
  expect(tuneGarbageCollection).not.toThrow();
});
