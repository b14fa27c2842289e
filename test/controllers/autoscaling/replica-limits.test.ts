import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type LimitInput, limitReplicas } from '../../../src/controllers/autoscaling/replica-limits.ts';
import { newHistory, withRecommendation, withScaling } from '../../../src/controllers/autoscaling/scaling-history.ts';

const NOW = 10_000_000;
const limit = (more: Partial<LimitInput>) => {
  const current = more.current ?? 4;
  const input = { current, desired: 4, minimum: 1, maximum: 20, behavior: undefined, now: NOW, stabilization: 300 };
  const { replicas, reports } = limitReplicas({ ...input, history: newHistory(0, 0), ...more });
  return [replicas, ...reports.map(({ status, reason }) => `${reason} ${status}`)];
};

describe('the limits of an autoscaler', () => {
  it('keep a desired number within the range', () => {
    expect(limit({ desired: 6 })).toEqual([6, 'ReadyForNewScale True', 'DesiredWithinRange False']);
  });

  it('report the bound that a desired number exceeds', () => {
    expect(limit({ desired: 0 })).toEqual([1, 'ReadyForNewScale True', 'TooFewReplicas True']);
    expect(limit({ desired: 9, maximum: 5 })).toEqual([5, 'ReadyForNewScale True', 'TooManyReplicas True']);
    expect(limit({ desired: 9 })).toEqual([8, 'ReadyForNewScale True', 'ScaleUpLimit True']);
    expect(limit({ current: 1, desired: 9 })[0]).toBe(4);
  });

  it('scale down to the highest recommendation of the last five minutes', () => {
    const history = withRecommendation(newHistory(0, 0), 6, NOW - 299_000);
    expect(limit({ desired: 2, history })).toEqual([6, 'ScaleDownStabilized True', 'DesiredWithinRange False']);
    expect(limit({ desired: 2, history, now: NOW + 2000 })[0]).toBe(2);
  });

  const behavior = {
    scaleUp: {
      stabilizationWindowSeconds: 60,
      selectPolicy: 'Max',
      policies: [
        { type: 'Pods', value: 2, periodSeconds: 60 },
        { type: 'Percent', value: 25, periodSeconds: 60 },
      ],
    },
    scaleDown: {
      selectPolicy: 'Max',
      policies: [{ type: 'Pods', value: 1, periodSeconds: 60 }],
      stabilizationWindowSeconds: 0,
    },
  };

  it('follow the policies of the behavior', () => {
    expect(limit({ desired: 9, behavior })).toEqual([6, 'ReadyForNewScale True', 'ScaleUpLimit True']);
    expect(limit({ current: 16, desired: 20, behavior })[0]).toBe(20);
    expect(limit({ desired: 1, behavior })).toEqual([3, 'ReadyForNewScale True', 'ScaleDownLimit True']);
    const least = { ...behavior, scaleUp: { ...behavior.scaleUp, selectPolicy: 'Min' } };
    expect(limit({ desired: 9, behavior: least })[0]).toBe(5);
    const disabled = { ...behavior, scaleDown: { ...behavior.scaleDown, selectPolicy: 'Disabled' } };
    expect(limit({ desired: 1, behavior: disabled })[0]).toBe(4);
  });

  it('count replicas that were added and removed in the period of a policy', () => {
    const added = withScaling(newHistory(0, 0), 3, 4, NOW - 30_000);
    expect(limit({ desired: 9, behavior, history: added })[0]).toBe(5);
    const removed = withScaling(newHistory(0, 0), 5, 4, NOW - 30_000);
    expect(limit({ desired: 1, behavior, history: removed })[0]).toBe(4);
  });

  it("scale up to the lowest recommendation of the behavior's stabilization window", () => {
    const history = withRecommendation(newHistory(0, 0), 5, NOW - 30_000);
    expect(limit({ desired: 6, behavior, history })).toEqual([5, 'ScaleUpStabilized True', 'DesiredWithinRange False']);
  });

  it('never leave the range of the autoscaler', () => {
    const count = fc.integer({ min: 1, max: 30 });
    fc.assert(
      fc.property(count, fc.nat(60), count, fc.boolean(), (current, desired, spread, withBehavior) => {
        const maximum = current + spread;
        const [replicas] = limit({ current, desired, maximum, behavior: withBehavior ? behavior : undefined });
        expect(replicas).toBeGreaterThanOrEqual(1);
        expect(replicas).toBeLessThanOrEqual(maximum);
      }),
    );
  });
});
