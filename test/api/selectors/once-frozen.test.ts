import { expect, test, vi } from 'vitest';
import { deepFreeze } from '../../../src/api/memory/deep-freeze.ts';
import { labelSelectorFromObject, labelSelectorFromPairs } from '../../../src/api/selectors/label-selector.ts';
import { onceFrozen } from '../../../src/api/selectors/once-frozen.ts';

test('A frozen object is converted once, and a mutable object each time', () => {
  const convert = vi.fn(({ size }: { size: number }) => (size > 1 ? 'large' : undefined));
  const convertOnce = onceFrozen(convert);
  const frozen = [Object.freeze({ size: 1 }), Object.freeze({ size: 2 })];
  for (const object of [...frozen, ...frozen]) convertOnce(object);
  expect(convert).toHaveBeenCalledTimes(2);
  expect(frozen.map(convertOnce)).toEqual([undefined, 'large']);
  const object = { size: 2 };
  expect(convertOnce(object)).toBe('large');
  object.size = 1;
  expect(convertOnce(object)).toBe(undefined);
});

test('A failed conversion fails again', () => {
  const selector = deepFreeze({ matchExpressions: [{ key: 'app', operator: 'Like', values: ['web'] }] });
  for (const _ of [1, 2])
    expect(() => labelSelectorFromObject(selector)).toThrow('"Like" is not a valid label selector operator');
});

test('Selectors of shared objects are parsed once', () => {
  const selector = deepFreeze({ matchLabels: { app: 'web' } });
  expect(labelSelectorFromObject(selector)).toBe(labelSelectorFromObject(selector));
  expect(labelSelectorFromPairs(selector.matchLabels)).toBe(labelSelectorFromPairs(selector.matchLabels));
});
