import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { GROWTH_FLAG, limitHeapGrowth } from '../../../src/hosts/node/limit-heap-growth.ts';

test('V8 supports the flag that limits heap growth in a running process', () => {
  expect(spawnSync(process.execPath, ['--v8-options'], { encoding: 'utf8' }).stdout).toContain(GROWTH_FLAG);
  expect(limitHeapGrowth).not.toThrow();
});
