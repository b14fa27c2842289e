import { afterEach, expect, it, vi } from 'vitest';
import { run } from '../../../src/hosts/node/cli.ts';
import type { NodeHost } from '../../../src/hosts/node/node.ts';

const loaded = vi.hoisted(() => ({ count: 0 }));
vi.mock('classic-level', () => {
  loaded.count += 1;
  throw new Error('no binary for this platform');
});
afterEach(() => void vi.restoreAllMocks());

it('serve loads the embedded database only with a data folder', async () => {
  vi.spyOn(process.stdout, 'write').mockReturnValue(true);
  await ((await run(['serve', '--port', '0'])) as NodeHost).close();
  expect(loaded.count).toBe(0);
});

it.each([
  ['serve', '--port', '0', '--data-dir', '/tmp/never-created'],
  ['compact', '/tmp/never-created'],
])('%s reports that the embedded database is missing', async (...args) => {
  const errors = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
  expect(await run(args)).toBe(1);
  expect(errors.mock.calls.join()).toMatch(
    /data folders need the package classic-level, which cannot be loaded here: /,
  );
  expect(loaded.count).toBe(1);
});
