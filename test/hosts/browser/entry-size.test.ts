import { expect, it } from 'vitest';
import { entrySize } from '../../helpers/entry-size.mjs';

it('tabplane/browser is small: YAML and everything else that is heavy is in the worker', async () => {
  const size = await entrySize('browser');
  expect(size).toBeGreaterThan(2 * 1024);
  expect(size).toBeLessThanOrEqual(15 * 1024);
});
