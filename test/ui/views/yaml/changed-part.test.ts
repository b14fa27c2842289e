import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { changedPart } from '../../../../src/ui/views/yaml/changed-part.ts';

const texts = fc.array(fc.constantFrom('a: 1\n', 'b: 2\n', '\n', 'c: 🙂\n', 'd')).map((lines) => lines.join(''));

describe('the changed part of a text', () => {
  it('converts one text to the other', () => {
    fc.assert(
      fc.property(texts, texts, (former, text) => {
        const { start, end, inserted } = changedPart(former, text);
        expect(former.slice(0, start) + inserted + former.slice(end)).toBe(text);
      }),
    );
  });

  it('excludes unchanged lines before and after it', () => {
    expect(changedPart('a\nb\nc\nd\n', 'a\nx\nc\nd\n')).toEqual({ start: 2, end: 4, inserted: 'x\n' });
    expect(changedPart('a\nb\n', 'a\nnew\nb\n')).toEqual({ start: 2, end: 2, inserted: 'new\n' });
    expect(changedPart('a\nb\n', 'a\nb\n')).toEqual({ start: 4, end: 4, inserted: '' });
  });
});
