import { describe, expect, it } from 'vitest';
import { unifiedDifference } from '../../src/kubectl/output/unified-difference.ts';

const linesOf = (name: string, count: number): string =>
  Array.from({ length: count }, (_, index) => `${name}${index}\n`).join('');

describe('A unified difference', () => {
  it('compares only the lines between the common beginning and the common end', () => {
    const [begin, end] = [linesOf('a', 200_000), linesOf('b', 200_000)];
    expect(unifiedDifference(`${begin}old\n${end}`, `${begin}new\n${end}`)).toBe(
      '@@ -199998,7 +199998,7 @@\n a199997\n a199998\n a199999\n-old\n+new\n b0\n b1\n b2\n',
    );
  });

  it('replaces all lines of a change that is too long to compare', () => {
    const lines = unifiedDifference(
      `a\n${linesOf('old', 100_000)}same\nx\n`,
      `b\n${linesOf('new', 100_000)}same\ny\n`,
    ).split('\n');
    expect(lines).toContain('-same');
    expect(lines).toContain('+same');
  });
});
