import { Delayer } from 'monaco-editor/esm/vs/base/common/async.js';
import { describe, expect, it } from 'vitest';
import '../../../../../src/ui/views/yaml/monaco/quiet-cancellation.ts';

/** Collects unhandled rejections during an action. */
async function unhandledDuring(act: () => void): Promise<readonly unknown[]> {
  const unhandled: unknown[] = [];
  const before = process.listeners('unhandledRejection');
  process.removeAllListeners('unhandledRejection');
  process.on('unhandledRejection', (error) => unhandled.push(error));
  act();
  await new Promise((resolve) => setImmediate(resolve));
  process.removeAllListeners('unhandledRejection');
  for (const listener of before) process.on('unhandledRejection', listener);
  return unhandled;
}

describe('a delayed task of the editor', () => {
  it('is cancelled without an unhandled rejection', async () => {
    const unhandled = await unhandledDuring(() => {
      const delayer = new Delayer<void>(50);
      void delayer.trigger(() => undefined);
      delayer.dispose();
    });
    expect(unhandled).toEqual([]);
  });

  it('reports the cancellation to waiting callers', async () => {
    const delayer = new Delayer<void>(50);
    const done = delayer.trigger(() => undefined);
    delayer.cancel();
    await expect(done).rejects.toThrow('Canceled');
  });

  it('still fails when it throws', async () => {
    const failure = new Error('failed');
    await expect(new Delayer<void>(0).trigger(() => Promise.reject(failure))).rejects.toBe(failure);
  });
});
