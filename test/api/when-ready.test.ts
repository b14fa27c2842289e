import { describe, expect, test } from 'vitest';
import { inTurn, orElse } from '../../src/api/when-ready.ts';

describe('visits in turn', () => {
  test('visits that return no promise are over when the call returns', () => {
    const visited: number[] = [];
    expect(inTurn([1, 2, 3], (item) => void visited.push(item))).toBeUndefined();
    expect(visited).toEqual([1, 2, 3]);
  });

  test('a visit begins after the end of the one before it', async () => {
    const events: string[] = [];
    const visits = inTurn([1, 2, 3, 4], (item) => {
      events.push(`${item} begins`);
      if (item % 2 === 0) return undefined;
      return Promise.resolve().then(() => void events.push(`${item} ends`));
    });
    expect(events).toEqual(['1 begins']);
    await visits;
    expect(events).toEqual(['1 begins', '1 ends', '2 begins', '3 begins', '3 ends', '4 begins']);
  });

  test('a failed visit is the last one', async () => {
    const visited: number[] = [];
    const visit = (fail: (item: number) => Promise<void> | undefined) => (item: number) => {
      visited.push(item);
      return fail(item);
    };
    const throwing = visit((item) => {
      if (item === 2) throw new Error('two');
      return undefined;
    });
    expect(() => inTurn([1, 2, 3], throwing)).toThrow('two');
    const rejecting = visit(async (item) => {
      if (item === 2) throw new Error('two');
    });
    await expect(inTurn([1, 2, 3], rejecting)).rejects.toThrow('two');
    expect(visited).toEqual([1, 2, 1, 2]);
  });
});

describe('a recovery', () => {
  const recover = (error: unknown): string => `recovered from ${(error as Error).message}`;

  test('a thrown error and a rejection are recovered from alike', async () => {
    const fail = (): string => {
      throw new Error('failure');
    };
    expect(orElse(fail, recover)).toBe('recovered from failure');
    await expect(orElse(async () => fail(), recover)).resolves.toBe('recovered from failure');
  });

  test('a result is returned as it is', async () => {
    expect(orElse(() => 'result', recover)).toBe('result');
    await expect(orElse(async () => 'result', recover)).resolves.toBe('result');
  });
});
