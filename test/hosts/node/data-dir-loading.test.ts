import { afterAll, afterEach, expect, it, vi } from 'vitest';
import type { NodeHost } from '../../../src/hosts/node/node.ts';

const loaded = vi.hoisted(() => ({ count: 0 }));
vi.mock('classic-level', () => {
  loaded.count += 1;
  throw new Error('no binary for this platform');
});
// Files share their modules: those that loaded the package, and then those that could not, are loaded again.
vi.resetModules();
const { run } = await import('../../../src/hosts/node/cli.ts');
afterEach(() => void vi.restoreAllMocks());
afterAll(() => void vi.resetModules());

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
