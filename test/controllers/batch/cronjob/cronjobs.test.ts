import { describe, expect, it } from 'vitest';
import { kubernetesDialect } from '../../../../src/api/dialect.ts';
import type { CronJob, CronJobSpec, CronJobStatus, Job } from '../../../../src/api/kinds/batch-v1.generated.ts';
import { parseCronSchedule } from '../../../../src/api/values/cron/cron-schedule.ts';
import { surplusJobs } from '../../../../src/controllers/batch/cronjob/cronjob-history.ts';
import { jobOf } from '../../../../src/controllers/batch/cronjob/cronjob-job.ts';
import { observeJobs } from '../../../../src/controllers/batch/cronjob/cronjob-status.ts';
import { dueStart, untilNextStart } from '../../../../src/controllers/batch/cronjob/due-times.ts';

const cronJob = (spec: Partial<CronJobSpec> = {}, status: CronJobStatus = {}): CronJob => ({
  apiVersion: 'batch/v1',
  kind: 'CronJob',
  metadata: { name: 'tick', namespace: 'shop', uid: 'cron', creationTimestamp: '2024-01-01T00:00:30Z' },
  spec: { schedule: '* * * * *', jobTemplate: {}, ...spec },
  status,
});
const at = (text: string): number => Date.parse(text);
const minutely = parseCronSchedule('* * * * *');

const finished = (name: string, type: string, startTime: string, completionTime?: string): Job => ({
  apiVersion: 'batch/v1',
  kind: 'Job',
  metadata: { name, uid: name },
  status: { startTime, completionTime, conditions: [{ type, status: 'True' }] },
});

describe('the starts of a CronJob', () => {
  it('are due from the first scheduled time after its creation', () => {
    expect(dueStart(cronJob(), minutely, at('2024-01-01T00:00:59Z'))).not.toHaveProperty('time');
    expect(dueStart(cronJob(), minutely, at('2024-01-01T00:01:00Z')).time).toBe(at('2024-01-01T00:01:00Z'));
  });

  it('are caught up by a single start at the latest missed time', () => {
    const late = cronJob({}, { lastScheduleTime: '2024-01-01T00:01:00Z' });
    expect(dueStart(late, minutely, at('2024-01-01T00:10:20Z'))).toMatchObject({
      time: at('2024-01-01T00:10:00Z'),
      isLate: false,
    });
    expect(dueStart(late, minutely, at('2024-01-01T03:00:00Z'))).toMatchObject({
      time: at('2024-01-01T03:00:00Z'),
      isLate: true,
    });
  });

  it('are not counted as missed before the starting deadline', () => {
    const limited = cronJob({ startingDeadlineSeconds: 200 }, { lastScheduleTime: '2024-01-01T00:01:00Z' });
    expect(dueStart(limited, minutely, at('2024-01-01T03:00:00Z')).isLate).toBe(false);
  });

  it('are not due when an uneven schedule hides the latest missed time', () => {
    const uneven = parseCronSchedule('0,1 0 1 * *');
    const started = cronJob({}, { lastScheduleTime: '2024-01-01T00:01:00Z' });
    const due = dueStart(started, uneven, at('2024-02-15T00:00:00Z'));
    expect(due.time).toBeUndefined();
    expect(due.isLate).toBeUndefined();
  });

  it('count intervals from the last start', () => {
    const every = parseCronSchedule('@every 5m');
    const started = cronJob({}, { lastScheduleTime: '2024-01-01T00:01:30Z' });
    expect(dueStart(started, every, at('2024-01-01T00:17:00Z')).time).toBe(at('2024-01-01T00:16:30Z'));
  });

  it('are invalid when the schedule has none', () => {
    expect(dueStart(cronJob(), parseCronSchedule('0 0 31 2 *'), at('2024-01-01T00:01:00Z')).error).toBe(
      'time difference between two schedules is less than 1 second',
    );
  });

  it('are checked again shortly after the next scheduled time', () => {
    expect(untilNextStart(cronJob(), minutely, at('2024-01-01T00:00:50Z'))).toBe(10_100);
    const started = cronJob({}, { lastScheduleTime: '2024-01-01T00:05:00Z' });
    expect(untilNextStart(started, minutely, at('2024-01-01T00:05:00Z'))).toBe(60_100);
  });
});

describe('the Job of a start', () => {
  it("has a name with the scheduled minute, and the scheduled time in the CronJob's time zone", () => {
    const template = { metadata: { labels: { a: 'b' } }, spec: { template: {} } };
    const job = jobOf(
      cronJob({ timeZone: 'Asia/Tokyo', jobTemplate: template }),
      at('2024-01-01T00:01:00Z'),
      kubernetesDialect,
    );
    expect(job.metadata).toEqual({
      name: 'tick-28401121',
      labels: { a: 'b' },
      annotations: { 'batch.kubernetes.io/cronjob-scheduled-timestamp': '2024-01-01T09:01:00+09:00' },
      ownerReferences: [
        {
          apiVersion: 'batch/v1',
          kind: 'CronJob',
          name: 'tick',
          uid: 'cron',
          controller: true,
          blockOwnerDeletion: true,
        },
      ],
    });
  });
});

describe('the status of a CronJob', () => {
  const active = [{ kind: 'Job', namespace: 'shop', name: 'a', uid: 'a' }];

  it('drops finished Jobs from the active list, and reports unexpected Jobs', () => {
    const running: Job = { apiVersion: 'batch/v1', kind: 'Job', metadata: { name: 'b', uid: 'b' } };
    const { status, reports } = observeJobs(cronJob({}, { active }), [finished('a', 'Failed', ''), running]);
    expect(status.active).toBeUndefined();
    expect(reports.map(({ reason, message }) => `${reason}: ${message}`)).toEqual([
      'SawCompletedJob: Saw completed job: a, status: Failed',
      'UnexpectedJob: Saw a job that the controller did not create or forgot: b',
    ]);
  });

  it('contains the time of the last success', () => {
    const jobs = ['2024-01-01T00:02:00Z', '2024-01-01T00:03:00Z', '2024-01-01T00:01:00Z'].map((time, index) =>
      finished(`j${index}`, 'Complete', time, time),
    );
    expect(observeJobs(cronJob(), jobs).status.lastSuccessfulTime).toBe('2024-01-01T00:03:00Z');
  });

  it('lists missing active Jobs', () => {
    expect(observeJobs(cronJob({}, { active }), []).missing).toEqual(active);
  });
});

describe('the history of a CronJob', () => {
  it('keeps the newest Jobs of each outcome', () => {
    const jobs = [
      finished('old', 'Complete', '2024-01-01T00:01:00Z'),
      finished('new', 'Complete', '2024-01-01T00:03:00Z'),
      finished('middle', 'Complete', '2024-01-01T00:02:00Z'),
      finished('failed', 'Failed', '2024-01-01T00:00:00Z'),
    ];
    const surplus = surplusJobs(cronJob({ successfulJobsHistoryLimit: 1, failedJobsHistoryLimit: 1 }), jobs);
    expect(surplus.map(({ metadata }) => metadata.name)).toEqual(['old', 'middle']);
    expect(surplusJobs(cronJob({ failedJobsHistoryLimit: 0 }), jobs)).toHaveLength(1);
    expect(surplusJobs(cronJob(), jobs)).toEqual([]);
  });
});
