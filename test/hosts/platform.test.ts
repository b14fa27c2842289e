import { expect, test } from 'vitest';
import { systemRandom } from '../../src/hosts/platform.ts';

test('random bytes are as many as asked for, and never the same twice', () => {
  const texts = [16, 16, 4000, 500, 4096, 10_000].map((count) => {
    const bytes = systemRandom.bytes(count);
    expect(bytes.length).toBe(count);
    return Buffer.from(bytes).toString('hex').slice(0, 32);
  });
  expect(new Set(texts).size).toBe(texts.length);
  expect(texts).not.toContain('0'.repeat(32));
});
