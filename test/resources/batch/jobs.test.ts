import { describe, expect, it } from 'vitest';
import type { CronJob, Job } from '../../../src/api/kinds/batch-v1.generated.ts';
import { cronScheduleError, parseCronSchedule } from '../../../src/api/values/cron/cron-schedule.ts';
import { cronjobs } from '../../../src/resources/batch/cronjobs.ts';
import { jobs } from '../../../src/resources/batch/jobs.ts';
import { processorTime } from '../../helpers/processor-time.ts';
import { created, createErrors, rowOf, updateErrors } from '../run-strategy.ts';

const template = { spec: { restartPolicy: 'Never', containers: [{ name: 'count', image: 'abacus:1' }] } };
const spec = { template };

describe('a job', () => {
  it('selects its pods by its uid', async () => {
    const { spec: stored, metadata } = await created<Job>(jobs, { spec });
    expect(stored?.selector).toEqual({ matchLabels: { 'batch.kubernetes.io/controller-uid': 'one-uid' } });
    expect(metadata.labels).toEqual({
      'batch.kubernetes.io/controller-uid': 'one-uid',
      'batch.kubernetes.io/job-name': 'one',
      'controller-uid': 'one-uid',
      'job-name': 'one',
    });
    expect(await createErrors(jobs, { spec })).toEqual([]);
  });

  it('runs once by default, and as a work queue with parallelism only', async () => {
    expect((await created<Job>(jobs, { spec })).spec).toMatchObject({
      completions: 1,
      parallelism: 1,
      backoffLimit: 6,
    });
    expect((await created<Job>(jobs, { spec: { ...spec, parallelism: 3 } })).spec?.completions).toBeUndefined();
  });

  it('has the maximum backoff limit when it has limits per index, which v1.28 drops', async () => {
    const limited = (change: object) => created<Job>(jobs, { spec: { ...spec, backoffLimitPerIndex: 1, ...change } });
    expect((await limited({})).spec).toMatchObject({ backoffLimit: 2147483647 });
    expect((await limited({})).spec).not.toHaveProperty('backoffLimitPerIndex');
    expect((await limited({ backoffLimit: 3 })).spec).toMatchObject({ backoffLimit: 3 });
    expect((await limited({ backoffLimitPerIndex: 0 })).spec).toMatchObject({ backoffLimit: 2147483647 });
  });

  it.each([
    [
      { completionMode: 'Indexed', parallelism: 2 },
      'spec.completions: Required value: when completion mode is Indexed',
    ],
    [
      { template: { spec: { ...template.spec, restartPolicy: 'Always' } } },
      'spec.template.spec.restartPolicy: Required value: valid values: "OnFailure", "Never"',
    ],
    [
      { podFailurePolicy: { rules: [{ action: 'Count', onExitCodes: { operator: 'In', values: [3, 2] } }] } },
      'spec.podFailurePolicy.rules[0].onExitCodes.values: Invalid value: []int32{3, 2}: must be ordered',
    ],
    [
      { podFailurePolicy: { rules: [{ action: 'Ignore' }] } },
      'spec.podFailurePolicy.rules[0]: Invalid value: specifying one of OnExitCodes and OnPodConditions is required',
    ],
  ])('with %j is rejected: %s', async (change, error) => {
    expect(await createErrors(jobs, { spec: { ...spec, ...change } })).toEqual([error]);
  });

  it('reports errors in members of a failure rule before errors in their combination', async () => {
    const onExitCodes = { operator: 'Like', values: [1] };
    const onPodConditions = [{ type: 'Ready', status: 'Maybe' }];
    const podFailurePolicy = { rules: [{ action: 'Ignore', onExitCodes, onPodConditions }] };
    expect(await createErrors(jobs, { spec: { ...spec, podFailurePolicy } })).toEqual([
      'spec.podFailurePolicy.rules[0].onExitCodes.operator: Unsupported value: "Like": supported values: "In", "NotIn"',
      'spec.podFailurePolicy.rules[0].onPodConditions[0].status: Unsupported value: "Maybe": supported values: "False", "True", "Unknown"',
      'spec.podFailurePolicy.rules[0]: Invalid value: specifying both OnExitCodes and OnPodConditions is not supported',
    ]);
  });

  it('allows changes of scheduling directives only while it is suspended', async () => {
    const moved = { ...template, spec: { ...template.spec, nodeSelector: { disk: 'ssd' } } };
    const suspended = await created<Job>(jobs, { spec: { ...spec, suspend: true } });
    const running = await created<Job>(jobs, { spec });
    const change = (job: Job) => ({ spec: { ...job.spec, template: { ...job.spec?.template, spec: moved.spec } } });
    expect(await updateErrors(jobs, suspended, change(suspended))).toEqual([]);
    expect(await updateErrors(jobs, running, change(running))).toEqual([
      expect.stringMatching(
        /^spec\.template: Invalid value: core\.PodTemplateSpec\{ObjectMeta:v1\.ObjectMeta\{.*NodeSelector:map\[string\]string\{"disk":"ssd"\}.*: field is immutable$/,
      ),
    ]);
  });

  it('allows completions to scale with parallelism when it is indexed', async () => {
    const live = await created<Job>(jobs, {
      spec: { ...spec, completionMode: 'Indexed', completions: 2, parallelism: 2 },
    });
    const change = (completions: number, parallelism: number) => ({ spec: { ...live.spec, completions, parallelism } });
    expect(await updateErrors(jobs, live, change(4, 4))).toEqual([]);
    expect(await updateErrors(jobs, live, change(4, 3))).toEqual([
      'spec.completions: Invalid value: 4: can only be modified in tandem with spec.parallelism',
    ]);
  });

  it('shows its progress', () => {
    const status = { succeeded: 1, startTime: '2026-01-01T11:00:00Z', completionTime: '2026-01-01T11:03:10Z' };
    expect(rowOf(jobs, { spec: { ...spec, parallelism: 2 }, status })).toMatchObject({
      Completions: '1/1 of 2',
      Duration: '3m10s',
    });
  });
});

describe('a schedule', () => {
  it.each(['*/5 * * * *', '0 9-17/2 * jan,Jul mon-fri', '@hourly', '@every 1h30m', 'TZ=Europe/Paris 0 6 * * *'])(
    '%s is valid',
    (schedule) => {
      expect(cronScheduleError(schedule)).toBeUndefined();
    },
  );

  it.each([
    ['* * *', 'expected exactly 5 fields, found 3: [* * *]'],
    ['* 24 * * *', 'end of range (24) above maximum (23): 24'],
    ['* * 0 * *', 'beginning of range (0) below minimum (1): 0'],
    ['9-5 * * * *', 'beginning of range (9) beyond end of range (5): 9-5'],
    ['*/0 * * * *', 'step of range should be a positive number: */0'],
    ['1-2-3 * * * *', 'too many hyphens: 1-2-3'],
    ['x * * * *', 'failed to parse int from x: strconv.Atoi: parsing "x": invalid syntax'],
    [
      '*/99999999999999999999 * * * *',
      'failed to parse int from 99999999999999999999: strconv.Atoi: parsing "99999999999999999999": value out of range',
    ],
    ['@every 5', 'failed to parse duration @every 5: time: missing unit in duration "5"'],
    ['@every 2562048h', 'failed to parse duration @every 2562048h: time: invalid duration "2562048h"'],
    ['@sometimes', 'unrecognized descriptor: @sometimes'],
    ['TZ=Nowhere/Land 0 6 * * *', 'provided bad location Nowhere/Land: unknown time zone Nowhere/Land'],
  ])('%s: %s', (schedule, error) => {
    expect(cronScheduleError(schedule)).toBe(error);
  });

  const MEGABYTES = 1_500_000;
  it.each([
    ['stars', `${'*,'.repeat(MEGABYTES)}* * * * *`, undefined],
    ['ranges', `${'0-59,'.repeat(MEGABYTES / 2)}0 * * * *`, undefined],
    ['steps', `${'*/1,'.repeat(MEGABYTES / 2)}0 * * * *`, undefined],
    ['a huge step within the range of integers', '*/9223372036854775807 * * * *', undefined],
    ['a huge step', `*/${'9'.repeat(MEGABYTES)} * * * *`, /value out of range$/],
    ['a huge number of zeros', `${'0'.repeat(MEGABYTES)}7 * * * *`, undefined],
    ['a huge beginning', `${'9'.repeat(MEGABYTES)}-1 * * * *`, /value out of range$/],
    ['fields', '* '.repeat(MEGABYTES), /^expected exactly 5 fields, found 1500000/],
    ['hyphens', `${'-'.repeat(MEGABYTES)} * * * *`, /invalid syntax$/],
    ['slashes', `*${'/'.repeat(MEGABYTES)} * * * *`, /^too many slashes/],
    ['the digits of a duration', `@every ${'1'.repeat(MEGABYTES)}`, /missing unit/],
    ['a huge duration', `@every ${'9'.repeat(MEGABYTES)}h`, /invalid duration/],
    ['the parts of a duration', `@every ${'1ns'.repeat(MEGABYTES / 2)}`, undefined],
  ])('of megabytes of %s is parsed in linear time', async (_, schedule, error) => {
    let message: string | undefined;
    const milliseconds = await processorTime(() => {
      message = cronScheduleError(schedule);
    });
    if (error) expect(message).toMatch(error);
    else expect(message).toBeUndefined();
    expect(milliseconds).toBeLessThan(3000);
  });

  it('with a step beyond its range begins at the start of the range', () => {
    expect(parseCronSchedule('*/9223372036854775807 5-9/100 * * *')).toMatchObject({
      minutes: { values: new Set([0]), isStar: false },
      hours: { values: new Set([5]), isStar: false },
    });
  });
});

describe('a cron job', () => {
  const cron = { schedule: '0 6 * * *', jobTemplate: { spec } };

  it('has defaults', async () => {
    expect((await created<CronJob>(cronjobs, { spec: cron })).spec).toMatchObject({
      concurrencyPolicy: 'Allow',
      suspend: false,
      successfulJobsHistoryLimit: 3,
      failedJobsHistoryLimit: 1,
    });
  });

  it('reserves eleven characters of its name for the names of its jobs', async () => {
    expect(await createErrors(cronjobs, { metadata: { name: 'n'.repeat(53) }, spec: cron })).toEqual([
      `metadata.name: Invalid value: "${'n'.repeat(53)}": must be no more than 52 characters`,
    ]);
  });

  it('accepts only IANA time zones', async () => {
    expect(await createErrors(cronjobs, { spec: { ...cron, timeZone: 'Asia/Tokyo' } })).toEqual([]);
    expect(await createErrors(cronjobs, { spec: { ...cron, timeZone: 'Local' } })).toEqual([
      'spec.timeZone: Invalid value: "Local": timeZone must be an explicit time zone as defined in https://www.iana.org/time-zones',
    ]);
  });
});
