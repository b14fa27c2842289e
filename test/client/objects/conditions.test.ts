import { expect, test } from 'vitest';
import { conditionOf } from '../../../src/client/objects/condition-of.ts';
import { conditionPatch } from '../../../src/client/objects/condition-patch.ts';

const scheduled = { type: 'PodScheduled', status: 'True', lastProbeTime: null };
const unready = { type: 'Ready', status: 'False', reason: 'ContainersNotReady', lastProbeTime: null };

test('A condition is found by its type', () => {
  expect(conditionOf([scheduled, unready], 'Ready')).toBe(unready);
  expect(conditionOf([scheduled], 'Ready')).toBeUndefined();
  expect(conditionOf(undefined, 'Ready')).toBeUndefined();
});

test('A patch of conditions removes members that a new condition lacks, and keeps the order of all types', () => {
  const ready = { type: 'Ready', status: 'True', reason: undefined };
  const initialized = { type: 'Initialized', status: 'True' };
  expect(conditionPatch([scheduled, unready], [ready, initialized])).toEqual({
    '$setElementOrder/conditions': [{ type: 'PodScheduled' }, { type: 'Ready' }, { type: 'Initialized' }],
    conditions: [{ type: 'Ready', status: 'True', reason: null }, initialized],
  });
  expect(ready).toEqual({ type: 'Ready', status: 'True' });
});
