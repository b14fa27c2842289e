import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { dealHand, flowHash } from '../../src/flow-control/shuffle-sharding.ts';

describe('the hand of a flow', () => {
  test('has the requested number of different queues', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 2n ** 64n - 1n }), fc.integer({ min: 1, max: 128 }), (hash, queues) => {
        const size = Math.min(queues, 8);
        const hand = dealHand(hash, queues, size);
        expect(new Set(hand).size).toBe(size);
        for (const queue of hand) expect(queue >= 0 && queue < queues).toBe(true);
      }),
    );
  });

  test('is the same for the same flow, and rarely the same for another', () => {
    const hands = Array.from({ length: 200 }, (_, user) =>
      [...dealHand(flowHash('schema', `user-${user}`), 64, 6)].sort((a, b) => a - b).join(),
    );
    expect(dealHand(flowHash('schema', 'user-7'), 64, 6)).toEqual(dealHand(flowHash('schema', 'user-7'), 64, 6));
    expect(new Set(hands).size).toBe(200);
  });

  test('uses every queue about equally often', () => {
    const uses = new Array<number>(16).fill(0);
    for (let user = 0; user < 2000; user++)
      for (const queue of dealHand(flowHash('schema', String(user)), 16, 4)) uses[queue] = (uses[queue] ?? 0) + 1;
    for (const count of uses) expect(Math.abs(count - 500)).toBeLessThan(100);
  });
});
