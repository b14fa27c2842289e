import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { GROWTH_FLAG, limitHeapGrowth } from '../../../src/hosts/node/limit-heap-growth.ts';

test('V8 knows the flag that limits the growth of the heap, and takes it in a running process', () => {
  expect(spawnSync(process.execPath, ['--v8-options'], { encoding: 'utf8' }).stdout).toContain(GROWTH_FLAG);
  expect(limitHeapGrowth).not.toThrow();
});
