import { Delayer } from 'monaco-editor/esm/vs/base/common/async.js';
import { describe, expect, it, vi } from 'vitest';
import { quietCancellation } from '../../../../../src/ui/views/yaml/monaco/quiet-cancellation.ts';

describe('an unhandled rejection in the editor', () => {
  const isReported = (reason: unknown): boolean => {
    const preventDefault = vi.fn();
    quietCancellation({ reason, preventDefault });
    return preventDefault.mock.calls.length === 0;
  };

  it('is not reported when Monaco cancelled a task of a closed editor', async () => {
    const delayer = new Delayer<void>(50);
    const done = delayer.trigger(() => undefined);
    delayer.dispose();
    expect(isReported(await done.catch((error: unknown) => error))).toBe(false);
  });

  it.each([new Error('failed'), 'Canceled', undefined])('is reported when its reason is %s', (reason) => {
    expect(isReported(reason)).toBe(true);
  });
});
