import { describe, expect, it } from 'vitest';
import type { PodDisruptionBudget, PodDisruptionBudgetStatus } from '../../../src/api/kinds/policy-v1.generated.ts';
import {
  budgetStatus,
  desiredHealthy,
  disruptedPods,
  failedStatus,
  healthyPods,
  selectorGoText,
} from '../../../src/controllers/disruption/budget-status.ts';
import { staleDisruptionAt } from '../../../src/controllers/disruption/stale-disruption.ts';
import { podWith } from '../workloads/pods.ts';

const NOW = Date.parse('2024-05-01T12:00:00Z');
const READY = '2024-05-01T11:00:00Z';
const budget = (
  spec: PodDisruptionBudget['spec'],
  status: Partial<PodDisruptionBudgetStatus> = {},
): PodDisruptionBudget => ({
  apiVersion: 'policy/v1',
  kind: 'PodDisruptionBudget',
  metadata: { name: 'web', generation: 2 },
  spec,
  status: { disruptionsAllowed: 0, currentHealthy: 0, desiredHealthy: 0, expectedPods: 0, ...status },
});

describe('the pods that must be healthy', () => {
  it.each([
    [{ minAvailable: 2 }, 2],
    [{ minAvailable: '60%' }, 3],
    [{ maxUnavailable: 1 }, 3],
    [{ maxUnavailable: '50%' }, 2],
    [{ maxUnavailable: '30%' }, 2],
    [{ maxUnavailable: 9 }, 0],
    [{}, 0],
  ])('of four with %j are %d', (spec, expected) => expect(desiredHealthy(budget(spec), 4)).toBe(expected));

  it('are ready, not terminating and not evicted', () => {
    const [ready, evicted, waiting] = [
      podWith({ name: 'a', readySince: READY }),
      podWith({ name: 'b', readySince: READY }),
      podWith({ name: 'c' }),
    ];
    const deleted = { ...ready, metadata: { name: 'd', deletionTimestamp: READY } };
    expect(healthyPods([ready, evicted, waiting, deleted], { b: READY })).toBe(1);
  });
});

describe('evicted pods', () => {
  it('remain disrupted for two minutes, and then become overdue', () => {
    const held = budget({}, { disruptedPods: { a: '2024-05-01T11:59:00Z', b: '2024-05-01T11:57:59Z', gone: READY } });
    const disrupted = disruptedPods(held, [podWith({ name: 'a' }), podWith({ name: 'b' })], NOW);
    expect(disrupted.pods).toEqual({ a: '2024-05-01T11:59:00Z' });
    expect(disrupted.overdue.map(({ metadata }) => metadata.name)).toEqual(['b']);
    expect(disrupted.recheckAt).toBe(NOW + 60_000);
  });
});

describe('the status of a budget', () => {
  const counts = { currentHealthy: 3, desiredHealthy: 2, expectedPods: 3, disruptedPods: {} };

  it('allows disruptions of surplus healthy pods, and has a condition for them', () => {
    const status = budgetStatus(budget({}), counts, NOW);
    expect(status).toEqual({
      currentHealthy: 3,
      desiredHealthy: 2,
      expectedPods: 3,
      disruptionsAllowed: 1,
      observedGeneration: 2,
      conditions: [
        {
          type: 'DisruptionAllowed',
          status: 'True',
          reason: 'SufficientPods',
          message: '',
          observedGeneration: 2,
          lastTransitionTime: '2024-05-01T12:00:00Z',
        },
      ],
    });
    expect(status && budgetStatus(budget({}, status), counts, NOW + 5000)).toBeUndefined();
    const next = status && budgetStatus(budget({}, status), { ...counts, expectedPods: 4 }, NOW + 5000);
    expect(next?.conditions?.[0]?.lastTransitionTime).toBe('2024-05-01T12:00:00Z');
  });

  it('allows no disruptions without surplus or expected pods', () => {
    expect(budgetStatus(budget({}), { ...counts, desiredHealthy: 3 }, NOW)?.disruptionsAllowed).toBe(0);
    expect(budgetStatus(budget({}), { ...counts, expectedPods: 0 }, NOW)).toMatchObject({
      disruptionsAllowed: 0,
      conditions: [{ status: 'False', reason: 'InsufficientPods' }],
    });
  });

  it('allows no disruptions when it cannot be computed, and reports the reason', () => {
    expect(failedStatus(budget({}, { disruptionsAllowed: 3, currentHealthy: 3 }), 'no idea', NOW)).toMatchObject({
      disruptionsAllowed: 0,
      currentHealthy: 3,
      conditions: [{ status: 'False', reason: 'SyncFailed', message: 'no idea' }],
    });
  });
});

describe('a selector in an event', () => {
  it('is formatted as Go prints it', () => {
    const selector = {
      matchLabels: { b: '2', a: '1' },
      matchExpressions: [{ key: 'k', operator: 'In', values: ['x', 'y'] }],
    };
    expect(selectorGoText(selector)).toBe(
      '&LabelSelector{MatchLabels:map[string]string{a: 1,b: 2,},' +
        'MatchExpressions:[]LabelSelectorRequirement{LabelSelectorRequirement{Key:k,Operator:In,Values:[x y],},},}',
    );
  });
});

describe('an announced disruption', () => {
  const announced = (reason: string) => ({
    ...podWith({ name: 'a' }),
    status: {
      phase: 'Running',
      conditions: [{ type: 'DisruptionTarget', status: 'True', reason, lastTransitionTime: READY }],
    },
  });

  it('is stale after two minutes, unless a kubelet announced it', () => {
    expect(staleDisruptionAt(announced('EvictionByEvictionAPI'))).toBe(Date.parse(READY) + 120_000);
    expect(staleDisruptionAt(announced('TerminationByKubelet'))).toBeUndefined();
    expect(staleDisruptionAt(podWith({ name: 'a' }))).toBeUndefined();
  });
});
