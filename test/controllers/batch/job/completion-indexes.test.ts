import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CompletionIndexes } from '../../../../src/controllers/batch/job/completion-indexes.ts';

describe('completion indexes', () => {
  it('are formatted with intervals of three or more', () => {
    expect(CompletionIndexes.of([5, 0, 2, 1, 7, 8]).toString()).toBe('0-2,5,7,8');
    expect(CompletionIndexes.of([]).toString()).toBe('');
  });

  it('are parsed up to the number of completions', () => {
    expect(CompletionIndexes.parse('0-2,5,7,8', 8).toString()).toBe('0-2,5,7');
    expect(CompletionIndexes.parse('x,3-1,4', 8).toString()).toBe('4');
  });

  it('return the first missing indexes', () => {
    expect(CompletionIndexes.of([0, 2, 3]).firstMissing(3, 6)).toEqual([1, 4, 5]);
    expect(CompletionIndexes.of([0, 1]).firstMissing(3, 2)).toEqual([]);
  });

  it('are the same set after formatting and parsing', () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.nat(60)), fc.uniqueArray(fc.nat(60)), (some, others) => {
        const union = CompletionIndexes.of(some).union(CompletionIndexes.of(others));
        const read = CompletionIndexes.parse(union.toString(), 61);
        const expected = new Set([...some, ...others]);
        expect(read.size).toBe(expected.size);
        for (let index = 0; index <= 60; index++) expect(read.has(index)).toBe(expected.has(index));
        expect(read.firstMissing(61, 61)).toHaveLength(61 - expected.size);
      }),
    );
  });
});
