import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { planJob } from '../../../../src/controllers/batch/job/job-plan.ts';
import { job, names, namesOf, pod, stateOf } from './job-objects.ts';

describe('the plan for the pods of a Job', () => {
  it('creates pods up to the parallelism and the missing completions', () => {
    expect(planJob(stateOf(job(), [])).create).toBe(2);
    expect(planJob(stateOf(job({}, { succeeded: 2 }), [])).create).toBe(1);
    expect(planJob(stateOf(job({}, { succeeded: 3 }), [])).create).toBe(0);
    expect(planJob(stateOf(job({ parallelism: 1000, completions: 1000 }), [])).create).toBe(500);
  });

  it('creates no pods for a work queue after its first success', () => {
    const queue = job({ completions: undefined });
    expect(planJob(stateOf(queue, [])).create).toBe(2);
    expect(planJob(stateOf(queue, [pod('a', { phase: 'Succeeded' }), pod('b')])).create).toBe(0);
  });

  it('removes pods beyond the parallelism, the least active first', () => {
    const pods = [
      pod('ready', { ready: true, node: 'n' }),
      pod('waiting', { phase: 'Pending' }),
      pod('runs', { node: 'n' }),
    ];
    expect(namesOf(planJob(stateOf(job({ parallelism: 1 }), pods)).remove)).toEqual(['waiting', 'runs']);
  });

  it('removes all active pods of a suspended Job', () => {
    const pods = [pod('a'), pod('b', { phase: 'Succeeded' })];
    expect(planJob(stateOf(job({ suspend: true }), pods))).toMatchObject({ create: 0, remove: [pods[0]] });
  });

  it('doubles the backoff after each failure, up to ten minutes', () => {
    const failed = (finishedAt: string) => [pod('a', { phase: 'Failed', finishedAt })];
    const plan = (failures: number) =>
      planJob(stateOf(job(), failed('2024-05-01T11:59:58Z'), { failures: { failures, lastFailure: 0 } }));
    expect(plan(0).backoff).toBe(8000);
    expect(plan(1).backoff).toBe(18_000);
    expect(plan(20).backoff).toBe(598_000);
    expect(planJob(stateOf(job(), failed('2020-01-01T00:00:00Z'))).create).toBe(2);
  });

  it('replaces terminating pods immediately, unless the policy replaces only failed pods', () => {
    const deleted = [pod('a', { deleted: true }), pod('b')];
    const single = (more: object) => job({ parallelism: 2, completions: 2, ...more });
    expect(planJob(stateOf(single({ podReplacementPolicy: 'Failed' }), deleted)).create).toBe(0);
    expect(planJob(stateOf(single({}), deleted)).backoff ?? 0).toBe(0);
    expect(planJob(stateOf(single({}), deleted)).create).toBe(1);
  });

  it('creates the first indexes that are neither complete nor running', () => {
    const indexed = job({ completionMode: 'Indexed', completions: 5, parallelism: 3 }, { completedIndexes: '0' });
    expect(planJob(stateOf(indexed, [pod('a', { index: 2 })])).indexes).toEqual([1, 3]);
  });

  it('removes pods with a repeated or unknown index', () => {
    const indexed = job({ completionMode: 'Indexed', completions: 3, parallelism: 3 });
    const pods = [pod('a', { index: 1, ready: true }), pod('b', { index: 1 }), pod('c', { index: 7 }), pod('d')];
    expect(namesOf(planJob(stateOf(indexed, pods)).remove).sort()).toEqual(['b', 'c', 'd']);
  });

  it('delays each failed index by the failures of that index', () => {
    const indexed = job({ completionMode: 'Indexed', completions: 2, parallelism: 2, backoffLimitPerIndex: 3 });
    const failed = pod('a', {
      index: 0,
      phase: 'Failed',
      finishedAt: '2024-05-01T11:59:55Z',
      annotations: { [names.indexFailureCount]: '1' },
    });
    expect(planJob(stateOf(indexed, [failed])).indexes).toEqual([1]);
    expect(planJob(stateOf(indexed, [failed, pod('b', { index: 1 })])).backoff).toBe(15_000);
  });

  it('never exceeds the parallelism, and never both removes and creates', () => {
    const phases = fc.constantFrom('Pending', 'Running', 'Succeeded');
    fc.assert(
      fc.property(fc.array(phases, { maxLength: 8 }), fc.nat(6), fc.nat(6), (states, parallelism, completions) => {
        const pods = states.map((phase, index) => pod(`p${index}`, { phase }));
        const state = stateOf(job({ parallelism, completions }), pods);
        const plan = planJob(state);
        expect(plan.remove.length > 0 && plan.create > 0).toBe(false);
        const active = state.active.length - plan.remove.length + plan.create;
        expect(active).toBeLessThanOrEqual(parallelism);
        expect(active).toBe(Math.min(parallelism, Math.max(0, completions - state.succeeded)));
      }),
    );
  });
});
