import { afterEach, expect, it, vi } from 'vitest';
import { reportToConsole } from '../../src/api/environment.ts';

afterEach(() => void vi.restoreAllMocks());

it('the report to the console counts a repeated problem, and shows a different problem immediately', () => {
  const written = vi.spyOn(console, 'error').mockReturnValue();
  const error = new Error('dial tcp: no such host');
  for (let count = 1; count <= 2480; count++) reportToConsole('converting widgets failed', error);
  reportToConsole('converting gadgets failed', error);
  expect(written.mock.calls).toEqual([
    ['tabplane: converting widgets failed:', error],
    ['tabplane: converting widgets failed: dial tcp: no such host (10 times)'],
    ['tabplane: converting widgets failed: dial tcp: no such host (100 times)'],
    ['tabplane: converting widgets failed: dial tcp: no such host (1000 times)'],
    ['tabplane: converting gadgets failed:', error],
  ]);
});
