import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ClusterClock } from '../../../src/api/cluster-clock.ts';
import { cronJobController } from '../../../src/controllers/batch/cronjob/cronjob-controller.ts';
import { jobController } from '../../../src/controllers/batch/job/job-controller.ts';
import { ttlAfterFinishedController } from '../../../src/controllers/batch/ttl-after-finished.ts';
import { systemClock } from '../../../src/hosts/platform.ts';
import { openControlledServer } from '../controlled-server.ts';

const JOBS = '/apis/batch/v1/namespaces/default/jobs';
const PODS = '/api/v1/namespaces/default/pods';
const template = { spec: { restartPolicy: 'Never', containers: [{ name: 'app', image: 'app:1' }] } };

describe('the batch controllers, with only the permissions of their roles', () => {
  const clock = new ClusterClock(systemClock);
  let controlled: Awaited<ReturnType<typeof openControlledServer>>;
  beforeAll(async () => {
    controlled = await openControlledServer([jobController, cronJobController, ttlAfterFinishedController], clock);
    await controlled.create('/api/v1/namespaces/default/serviceaccounts', { metadata: { name: 'default' } });
  });
  afterAll(() => controlled.close());

  const items = async (path: string) => (await controlled.ask(path)).body.items;
  const podsOf = (job: string) => items(`${PODS}?labelSelector=batch.kubernetes.io/job-name=${job}`);
  const end = (pod: string, phase: string) => controlled.merge(`${PODS}/${pod}/status`, { status: { phase } });
  const status = async (job: string) => (await controlled.ask(`${JOBS}/${job}`)).body.status;
  const eventsOf = async (name: string, reason: string) =>
    (await items(`/api/v1/namespaces/default/events?fieldSelector=involvedObject.name=${name},reason=${reason}`)).map(
      ({ message }: { message: string }) => message,
    );

  it('fail a Job whose pods fail too often, and record the reason', async () => {
    await controlled.create(JOBS, { metadata: { name: 'fails' }, spec: { backoffLimit: 0, template } });
    await expect.poll(async () => (await podsOf('fails')).length).toBe(1);
    const [pod] = await podsOf('fails');
    expect(await eventsOf('fails', 'SuccessfulCreate')).toEqual([`Created pod: ${pod.metadata.name}`]);
    await end(pod.metadata.name, 'Failed');
    await expect.poll(async () => (await status('fails')).conditions?.[0]?.reason).toBe('BackoffLimitExceeded');
    expect(await status('fails')).toMatchObject({ failed: 1, uncountedTerminatedPods: {} });
    await expect.poll(() => eventsOf('fails', 'BackoffLimitExceeded')).toHaveLength(1);
    expect((await podsOf('fails'))[0].metadata.finalizers).toBeUndefined();
  });

  it('adopt the pods that a Job selects, add the finalizer, and release the pods of deleted Jobs', async () => {
    const labels = { app: 'adopted' };
    await controlled.create(PODS, { metadata: { name: 'waif', labels }, ...template });
    const spec = {
      manualSelector: true,
      selector: { matchLabels: labels },
      template: { metadata: { labels }, ...template },
    };
    await controlled.create(JOBS, { metadata: { name: 'adopts' }, spec });
    const metadata = async () => (await controlled.ask(`${PODS}/waif`)).body.metadata;
    await expect.poll(async () => (await metadata()).finalizers).toEqual(['batch.kubernetes.io/job-tracking']);
    expect((await metadata()).ownerReferences).toMatchObject([{ kind: 'Job', name: 'adopts', controller: true }]);
    await controlled.ask(`${JOBS}/adopts`, 'DELETE', { propagationPolicy: 'Background' });
    await expect.poll(async () => (await metadata()).finalizers).toBeUndefined();
  });

  it('release terminating pods when their Job has finished or is unknown', async () => {
    const { uid } = (await controlled.ask(`${JOBS}/fails`)).body.metadata;
    const finalizers = ['batch.kubernetes.io/job-tracking'];
    const late = (name: string, owner: object) => ({
      metadata: { name, finalizers, ownerReferences: [{ apiVersion: 'batch/v1', controller: true, ...owner }] },
      ...template,
    });
    await controlled.create(PODS, late('late', { kind: 'Job', name: 'fails', uid }));
    await controlled.create(PODS, late('foreign', { kind: 'Work', name: 'fails', uid: 'other' }));
    expect((await controlled.ask(`${PODS}/late`)).body.metadata.finalizers).toEqual(finalizers);
    for (const name of ['late', 'foreign']) {
      await controlled.ask(`${PODS}/${name}`, 'DELETE');
      await expect.poll(() => controlled.codeOf(`${PODS}/${name}`)).toBe(404);
    }
  });

  it('start the Jobs of a CronJob on schedule, and delete them after their time to live', async () => {
    const jobTemplate = { spec: { ttlSecondsAfterFinished: 600, template } };
    const cronJobs = '/apis/batch/v1/namespaces/default/cronjobs';
    await controlled.create(cronJobs, { metadata: { name: 'tick' }, spec: { schedule: '@hourly', jobTemplate } });
    const hour = 3_600_000;
    const next = (Math.floor(clock.now() / hour) + 1) * hour;
    await clock.advanceTo(next - 1000);
    expect(await items(`${cronJobs}`)).toMatchObject([{ status: {} }]);
    await clock.advanceTo(next + 1000);
    const name = `tick-${next / 60_000}`;
    await expect.poll(async () => (await podsOf(name)).length).toBe(1);
    await expect.poll(async () => (await controlled.ask(`${cronJobs}/tick`)).body.status.active?.[0]?.name).toBe(name);
    await end((await podsOf(name))[0].metadata.name, 'Succeeded');
    await expect
      .poll(async () => (await controlled.ask(`${cronJobs}/tick`)).body.status)
      .toMatchObject({
        lastScheduleTime: new Date(next).toISOString().replace('.000', ''),
        lastSuccessfulTime: expect.any(String),
      });
    expect((await controlled.ask(`${cronJobs}/tick`)).body.status.active).toBeUndefined();
    await expect
      .poll(() => eventsOf('tick', 'SawCompletedJob'))
      .toEqual([`Saw completed job: ${name}, status: Complete`]);
    await clock.advanceTo(clock.now() + 610_000);
    await expect
      .poll(async () => (await controlled.ask(`${JOBS}/${name}`)).body.metadata?.finalizers)
      .toEqual(['foregroundDeletion']);
  });

  it('delete Jobs beyond the history limit of a CronJob before they sync active Jobs', async () => {
    const cronJobs = '/apis/batch/v1/namespaces/default/cronjobs';
    const spec = { schedule: '@hourly', successfulJobsHistoryLimit: 0, jobTemplate: { spec: { template } } };
    await controlled.create(cronJobs, { metadata: { name: 'brief' }, spec });
    const hour = 3_600_000;
    const next = (Math.floor(clock.now() / hour) + 1) * hour;
    await clock.advanceTo(next + 1000);
    const name = `brief-${next / 60_000}`;
    await expect.poll(async () => (await controlled.ask(`${cronJobs}/brief`)).body.status.active?.[0]?.name).toBe(name);
    await expect.poll(async () => (await podsOf(name)).length).toBe(1);
    await end((await podsOf(name))[0].metadata.name, 'Succeeded');
    await expect.poll(() => controlled.codeOf(`${JOBS}/${name}`)).toBe(404);
    await expect
      .poll(async () => (await controlled.ask(`${cronJobs}/brief`)).body.status)
      .toEqual({
        lastScheduleTime: new Date(next).toISOString().replace('.000', ''),
        lastSuccessfulTime: expect.any(String),
      });
    await expect.poll(() => eventsOf('brief', 'SuccessfulDelete')).toEqual([`Deleted job ${name}`]);
    expect(await eventsOf('brief', 'SawCompletedJob')).toEqual([]);
  });

  it('record the replaced Jobs of a CronJob even when the new Job cannot be created', async () => {
    await controlled.create('/api/v1/namespaces', { metadata: { name: 'swap' } });
    const cronJobs = '/apis/batch/v1/namespaces/swap/cronjobs';
    const spec = { schedule: '@hourly', concurrencyPolicy: 'Replace', jobTemplate: { spec: { template } } };
    await controlled.create(cronJobs, { metadata: { name: 'swap' }, spec });
    const hour = 3_600_000;
    const next = (Math.floor(clock.now() / hour) + 1) * hour;
    await clock.advanceTo(next + 1000);
    const active = async () => (await controlled.ask(`${cronJobs}/swap`)).body.status.active;
    await expect.poll(active).toMatchObject([{ name: `swap-${next / 60_000}` }]);
    const quotas = '/api/v1/namespaces/swap/resourcequotas';
    const hard = { 'count/jobs.batch': '0' };
    await controlled.create(quotas, { metadata: { name: 'none' }, spec: { hard } });
    await controlled.merge(`${quotas}/none/status`, { status: { hard, used: hard } });
    await clock.advanceTo(next + hour + 1000);
    const reasons = async () =>
      (await items('/api/v1/namespaces/swap/events?fieldSelector=involvedObject.kind=CronJob')).map(
        ({ reason }: { reason: string }) => reason,
      );
    await expect.poll(reasons).toContain('FailedCreate');
    await expect.poll(active).toBeUndefined();
    expect(await reasons()).not.toContain('MissingJob');
  });

  it('follow a changed schedule from its next time', async () => {
    const cronJobs = '/apis/batch/v1/namespaces/default/cronjobs';
    const spec = { schedule: '0 0 1 1 *', jobTemplate: { spec: { template } } };
    await controlled.create(cronJobs, { metadata: { name: 'moved' }, spec });
    const minute = 60_000;
    const missed = (Math.floor(clock.now() / minute) + 2) * minute;
    await clock.advanceTo(missed + 5000);
    await controlled.merge(`${cronJobs}/moved`, { spec: { schedule: '* * * * *' } });
    await clock.advanceTo(missed + 20_000);
    const started = async () =>
      (await items(JOBS))
        .map(({ metadata }: { metadata: { name: string } }) => metadata.name)
        .filter((name: string) => name.startsWith('moved-'));
    expect(await started()).toEqual([]);
    await clock.advanceTo(missed + minute + 1000);
    await expect.poll(started).toEqual([`moved-${missed / minute + 1}`]);
  });
});
