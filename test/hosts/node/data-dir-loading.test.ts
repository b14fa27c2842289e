import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, it, vi } from 'vitest';
import { run } from '../../../src/hosts/node/cli.ts';
import type { NodeHost } from '../../../src/hosts/node/node.ts';

const loaded = vi.hoisted(() => ({ count: 0 }));
vi.mock('classic-level', async (importOriginal) => {
  loaded.count += 1;
  return importOriginal();
});
afterEach(() => void vi.restoreAllMocks());

it('serve loads the embedded database only with a data folder', async () => {
  vi.spyOn(process.stdout, 'write').mockReturnValue(true);
  await ((await run(['serve', '--port', '0'])) as NodeHost).close();
  expect(loaded.count).toBe(0);

  const folder = mkdtempSync(join(tmpdir(), 'tabplane-loading-'));
  await ((await run(['serve', '--port', '0', '--data-dir', folder])) as NodeHost).close();
  expect(loaded.count).toBe(1);
  rmSync(folder, { recursive: true });
});
