import { describe, expect, it } from 'vitest';
import type { Pod } from '../../../../src/api/kinds/core-v1.generated.ts';
import { jobFailure, remainingDeadline } from '../../../../src/controllers/batch/job/job-outcome.ts';
import { job, NOW, names, pod, stateOf } from './job-objects.ts';

const policy = (...rules: object[]) => ({ rules: rules as never });
const exit = (action: string, values: number[], operator = 'In') => ({ action, onExitCodes: { operator, values } });
const failedWith = (exitCode: number): Pod =>
  pod('a', { phase: 'Failed', exitCode, finishedAt: '2024-05-01T11:00:00Z' });

describe('the failure of a Job', () => {
  it('occurs when more pods fail than the backoff limit allows', () => {
    const failed = ['a', 'b'].map((name) => pod(name, { phase: 'Failed' }));
    expect(jobFailure(stateOf(job({ backoffLimit: 2 }), failed))).toBeUndefined();
    expect(jobFailure(stateOf(job({ backoffLimit: 1 }), failed))).toEqual({
      type: 'Failed',
      status: 'True',
      reason: 'BackoffLimitExceeded',
      message: 'Job has reached the specified backoff limit',
    });
    expect(jobFailure(stateOf(job({ backoffLimit: 2 }, { failed: 1 }), failed))?.reason).toBe('BackoffLimitExceeded');
  });

  it('counts restarts of containers within a pod', () => {
    const template = { spec: { restartPolicy: 'OnFailure', containers: [] } };
    const restarted = { ...pod('a') };
    restarted.status = {
      phase: 'Running',
      containerStatuses: [{ name: 'app', image: '', imageID: '', ready: true, restartCount: 2 }],
    };
    expect(jobFailure(stateOf(job({ template, backoffLimit: 2 }), [restarted]))?.reason).toBe('BackoffLimitExceeded');
    expect(jobFailure(stateOf(job({ template, backoffLimit: 3 }), [restarted]))).toBeUndefined();
    expect(jobFailure(stateOf(job({ template, backoffLimit: 0 }), [pod('a')]))).toBeUndefined();
  });

  it('occurs at the deadline, which does not apply while the Job is suspended', () => {
    expect(jobFailure(stateOf(job({ activeDeadlineSeconds: 60 }), []))?.reason).toBe('DeadlineExceeded');
    expect(remainingDeadline(job({ activeDeadlineSeconds: 90 }), NOW)).toBe(30_000);
    expect(remainingDeadline(job({ activeDeadlineSeconds: 90, suspend: true }), NOW)).toBeUndefined();
  });

  it('is announced by a FailureTarget condition when the failure policy requires it', () => {
    const failing = job({ podFailurePolicy: policy(exit('Ignore', [3]), exit('FailJob', [42])) });
    expect(jobFailure(stateOf(failing, [failedWith(42)]))).toEqual({
      type: 'FailureTarget',
      status: 'True',
      reason: 'PodFailurePolicy',
      message: 'Container app for pod shop/a failed with exit code 42 matching FailJob rule at index 1',
    });
    const announced = {
      conditions: [{ type: 'FailureTarget', status: 'True', reason: 'PodFailurePolicy', message: 'm' }],
    };
    expect(jobFailure(stateOf({ ...failing, status: announced }, []))).toMatchObject({ type: 'Failed', message: 'm' });
  });

  it('follows pod conditions in failure policies', () => {
    const rule = { action: 'FailJob', onPodConditions: [{ type: 'DisruptionTarget', status: 'True' }] };
    const disrupted = {
      ...pod('a'),
      status: { phase: 'Failed', conditions: [{ type: 'DisruptionTarget', status: 'True' }] },
    };
    expect(jobFailure(stateOf(job({ podFailurePolicy: policy(rule) }), [disrupted]))?.message).toBe(
      'Pod shop/a has condition DisruptionTarget matching FailJob rule at index 0',
    );
  });

  it('does not count failures that the policy ignores', () => {
    const ignoring = job({ backoffLimit: 0, podFailurePolicy: policy(exit('Ignore', [3])) });
    expect(jobFailure(stateOf(ignoring, [failedWith(3)]))).toBeUndefined();
    expect(jobFailure(stateOf(ignoring, [failedWith(4)]))?.reason).toBe('BackoffLimitExceeded');
  });

  it('occurs when indexes have failed and no index is left', () => {
    const limited = { completionMode: 'Indexed', completions: 2, backoffLimitPerIndex: 0, backoffLimit: 2 ** 31 - 1 };
    const failed = pod('a', { phase: 'Failed', index: 0 });
    expect(jobFailure(stateOf(job(limited), [failed]))).toBeUndefined();
    expect(jobFailure(stateOf(job(limited, { completedIndexes: '1' }), [failed]))?.reason).toBe('FailedIndexes');
    expect(jobFailure(stateOf(job({ ...limited, maxFailedIndexes: 0 }), [failed]))?.reason).toBe(
      'MaxFailedIndexesExceeded',
    );
    const retried = pod('b', { phase: 'Failed', index: 0, annotations: { [names.indexFailureCount]: '1' } });
    const state = stateOf(job({ ...limited, backoffLimitPerIndex: 1, maxFailedIndexes: 0 }), [retried]);
    expect(jobFailure(state)?.reason).toBe('MaxFailedIndexesExceeded');
  });
});
