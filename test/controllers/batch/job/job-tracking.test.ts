import { describe, expect, it } from 'vitest';
import { COMPLETE, RESUMED, SUSPENDED, withReport } from '../../../../src/controllers/batch/job/job-conditions.ts';
import { countReleased, trackPods } from '../../../../src/controllers/batch/job/job-tracking.ts';
import { job, namesOf, pod, stateOf } from './job-objects.ts';

describe('the tracking of ended pods', () => {
  it('lists pods in the status before it removes their finalizers', () => {
    const pods = [pod('a', { phase: 'Succeeded' }), pod('b', { phase: 'Failed' }), pod('c')];
    const { status, release } = trackPods(stateOf(job(), pods), undefined);
    expect(status.uncountedTerminatedPods).toEqual({ succeeded: ['a'], failed: ['b'] });
    expect(status.succeeded).toBeUndefined();
    expect(namesOf(release)).toEqual(['a', 'b']);
  });

  it('counts each listed pod without a finalizer once', () => {
    const listed = { succeeded: 1, uncountedTerminatedPods: { succeeded: ['a', 'gone'], failed: ['b'] } };
    const pods = [pod('a', { phase: 'Succeeded', tracked: false }), pod('b', { phase: 'Failed' })];
    const counted = countReleased(listed, stateOf(job({}, listed), pods));
    expect(counted).toMatchObject({ succeeded: 3, uncountedTerminatedPods: { failed: ['b'] } });
    expect(countReleased(counted, stateOf(job({}, counted), pods))).toEqual(counted);
  });

  it('counts completed indexes instead of pods', () => {
    const indexed = job({ completionMode: 'Indexed', completions: 4 }, { completedIndexes: '0', succeeded: 1 });
    const pods = [2, 1, 0, 9].map((index) => pod(`p${index}`, { phase: 'Succeeded', index }));
    const { status } = trackPods(stateOf(indexed, pods), undefined);
    expect(status).toMatchObject({ completedIndexes: '0-2', succeeded: 3, uncountedTerminatedPods: {} });
  });

  it('keeps the last failed pod of an index until it is replaced', () => {
    const limited = job({ completionMode: 'Indexed', completions: 2, backoffLimitPerIndex: 1 });
    const failed = pod('a', { phase: 'Failed', index: 0 });
    expect(trackPods(stateOf(limited, [failed]), undefined).release).toEqual([]);
    expect(namesOf(trackPods(stateOf(limited, [failed, pod('b', { index: 0 })]), undefined).release)).toEqual(['a']);
  });

  it('counts running pods as failed when the Job ends', () => {
    const { status, release } = trackPods(stateOf(job(), [pod('a'), pod('b', { phase: 'Succeeded' })]), COMPLETE);
    expect(status.uncountedTerminatedPods).toEqual({ succeeded: ['b'], failed: ['a'] });
    expect(release).toHaveLength(2);
  });

  it('lists at most 500 pods in one step', () => {
    const pods = Array.from({ length: 600 }, (_, index) => pod(`p${index}`, { phase: 'Succeeded' }));
    const tracking = trackPods(stateOf(job(), pods), COMPLETE);
    expect(tracking.release).toHaveLength(500);
    expect(tracking.isComplete).toBe(false);
  });
});

describe('conditions of a Job', () => {
  it('are added when true, replaced when different, and kept otherwise', () => {
    expect(withReport([], RESUMED, 'now')).toBeUndefined();
    const suspended = withReport([], SUSPENDED, 'now') ?? [];
    expect(suspended).toMatchObject([{ type: 'Suspended', status: 'True', reason: 'JobSuspended' }]);
    expect(withReport(suspended, SUSPENDED, 'later')).toBeUndefined();
    expect(withReport(suspended, RESUMED, 'later')).toEqual([
      {
        type: 'Suspended',
        status: 'False',
        reason: 'JobResumed',
        message: 'Job resumed',
        lastProbeTime: 'later',
        lastTransitionTime: 'later',
      },
    ]);
  });
});
