import { expect, it } from 'vitest';
import { entrySize } from '../../helpers/entry-size.mjs';

it('the entry tabplane/browser has at most 15 KiB, because YAML and other large modules are in the worker', async () => {
  const size = await entrySize('browser');
  expect(size).toBeGreaterThan(2 * 1024);
  expect(size).toBeLessThanOrEqual(15 * 1024);
});
