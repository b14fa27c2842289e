import { expect, it } from 'vitest';
import { hexadecimal, microTimeText, timeText, uuid } from '../../src/api/environment.ts';

it('Times are formatted in UTC, to the second or with six digits, independently of earlier calls', () => {
  const times = [0, 999, 1000, 1_700_000_000_123, 1_700_000_000_999, 1_700_000_001_000, 1_700_000_000_000, -1, 12.75];
  for (const time of times) {
    const text = new Date(time).toISOString();
    expect(timeText(time)).toBe(`${text.slice(0, 19)}Z`);
    expect(microTimeText(time)).toBe(`${text.slice(0, 23)}000Z`);
  }
});

it('Bytes are formatted with two digits each', () => {
  expect(hexadecimal(new Uint8Array([0, 10, 255]))).toBe('000aff');
});

it('A UUID has 16 random bytes in five groups, except the bits of its version and variant', () => {
  const bytes = (first: number) => ({
    bytes: (count: number) => new Uint8Array(count).map((_, index) => first + index),
  });
  expect(uuid(bytes(0))).toBe('00010203-0405-4607-8809-0a0b0c0d0e0f');
  expect(uuid(bytes(0xf0))).toBe('f0f1f2f3-f4f5-46f7-b8f9-fafbfcfdfeff');
});
