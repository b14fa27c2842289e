import { afterAll, afterEach, expect, it, vi } from 'vitest';
import type { NodeHost } from '../../../src/hosts/node/node.ts';

const loaded = vi.hoisted(() => ({ count: 0 }));
vi.mock('@grpc/grpc-js', () => {
  loaded.count += 1;
  throw new Error('not installed');
});
// Files share their modules: those that loaded the package, and then those that could not, are loaded again.
vi.resetModules();
const { run } = await import('../../../src/hosts/node/cli.ts');
afterEach(() => void vi.restoreAllMocks());
afterAll(() => void vi.resetModules());

it('serve loads gRPC only with etcd, and reports when it is missing', async () => {
  vi.spyOn(process.stdout, 'write').mockReturnValue(true);
  await ((await run(['serve', '--port', '0'])) as NodeHost).close();
  expect(loaded.count).toBe(0);
  const errors = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
  expect(await run(['serve', '--port', '0', '--etcd-servers', 'http://127.0.0.1:1'])).toBe(1);
  expect(errors.mock.calls.join()).toMatch(/etcd needs the package @grpc\/grpc-js, which cannot be loaded here: /);
  expect(loaded.count).toBe(1);
});
