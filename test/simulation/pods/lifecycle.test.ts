import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { endPod } from '../../../src/simulation/pods/stop-containers.ts';
import { app, openSteeredPods, type SteeredPods } from './steered-pods.ts';

let pods: SteeredPods;
beforeEach(async () => {
  pods = await openSteeredPods();
});
afterEach(() => pods.close());

describe('A pod that is deleted', () => {
  const sleeping = (seconds: number) =>
    app({ lifecycle: { preStop: { exec: { command: ['sh', '-c', `sleep ${seconds}; nginx -s quit`] } } } });

  test('ends when the hooks of its containers have ended', async () => {
    await pods.create({ containers: [sleeping(10)] });
    await pods.clock.advance(5000);
    await pods.delete();
    await pods.clock.advance(9000);
    expect((await pods.pod()).metadata.deletionTimestamp).toBeDefined();
    expect(await pods.events()).toContain('Killing: Stopping container app');
    await pods.clock.advance(3000);
    await expect(pods.pod()).rejects.toMatchObject({ code: 404 });
  });

  test('ends after its grace period, however long the hooks of its containers take', async () => {
    await pods.create({ containers: [sleeping(600)], terminationGracePeriodSeconds: 5 });
    await pods.clock.advance(5000);
    await pods.delete();
    await pods.clock.advance(7000);
    await expect(pods.pod()).rejects.toMatchObject({ code: 404 });
  });

  test('keeps running until its grace period has passed while a hook loops', async () => {
    const command = ['sh', '-c', 'while true; do echo waiting; sleep 1; done'];
    const containers = [app({ lifecycle: { preStop: { exec: { command } } } })];
    await pods.create({ containers, terminationGracePeriodSeconds: 20 });
    await pods.clock.advance(5000);
    await pods.delete();
    await pods.clock.advance(18_000);
    expect((await pods.status()).phase).toBe('Running');
    await pods.clock.advance(4000);
    await expect(pods.pod()).rejects.toMatchObject({ code: 404 });
  });

  test('ends with the longest of several hooks, whenever the worker restarts', async () => {
    await pods.create({ containers: [sleeping(20), { ...sleeping(2), name: 'other' }] });
    await pods.clock.advance(5000);
    await pods.delete();
    await pods.clock.advance(2000);
    await pods.cluster.restart(() => pods.clock.suspend(10_000));
    await pods.clock.advance(6000);
    expect((await pods.pod()).metadata.deletionTimestamp).toBeDefined();
    await pods.clock.advance(4000);
    await expect(pods.pod()).rejects.toMatchObject({ code: 404 });
  });

  test('neither runs the hooks of waiting containers nor stops them', async () => {
    await pods.create({ containers: [{ ...sleeping(20), image: 'app:missing' }] });
    await pods.clock.advance(5000);
    await pods.delete();
    await pods.clock.advance(2000);
    await expect(pods.pod()).rejects.toMatchObject({ code: 404 });
    expect(await pods.event('Killing')).toBeUndefined();
  });

  test('has succeeded if its containers have succeeded', async () => {
    const containers = [app({ image: 'busybox', command: ['sleep', '2'] })];
    await pods.create({ containers, restartPolicy: 'OnFailure' });
    await pods.patch({ metadata: { finalizers: ['example.com/kept'] } });
    await pods.clock.advance(8000);
    await pods.delete();
    await pods.clock.advance(2000);
    expect((await pods.status()).phase).toBe('Succeeded');
    await pods.patch({ metadata: { finalizers: null } });
  });

  test('has the own ends of containers that ended while its hooks ran', async () => {
    const lifecycle = { preStop: { exec: { command: ['sleep', '20'] } } };
    const worker = (script: string) => app({ image: 'busybox', command: ['sh', '-c', script], lifecycle });
    await pods.create({ containers: [worker('sleep 10')] });
    await pods.create({ containers: [worker('sleep 10; exit 3'), app({ name: 'other' })] }, 'failing');
    for (const name of ['pod', 'failing'])
      await pods.patch({ metadata: { finalizers: ['example.com/kept'] } }, undefined, name);
    await pods.clock.advance(6000);
    await pods.delete();
    await pods.delete('failing');
    await pods.clock.advance(25_000);
    expect((await pods.status()).phase).toBe('Succeeded');
    const { startedAt, finishedAt, ...end } = (await pods.app())?.state?.terminated ?? {};
    expect(end).toMatchObject({ exitCode: 0, reason: 'Completed' });
    expect(Date.parse(finishedAt ?? '') - Date.parse(startedAt ?? '')).toBe(10_000);
    const { phase, containerStatuses = [] } = await pods.status('failing');
    const exitCodes = containerStatuses.map(({ name, state }) => `${name} ${state?.terminated?.exitCode}`);
    expect([phase, ...exitCodes.sort()]).toEqual(['Failed', 'app 3', 'other 143']);
    for (const name of ['pod', 'failing']) await pods.patch({ metadata: { finalizers: null } }, undefined, name);
  });

  test('reports the own exit codes of processes that ended at once', () => {
    const state = { running: { startedAt: '1970-01-01T00:00:05Z' } };
    const commands = ['echo x; exit 3', 'true', 'sleep 9; exit 4'];
    const containers = commands.map((script, index) =>
      app({ name: `app-${index}`, image: 'busybox', command: ['sh', '-c', script] }),
    );
    const containerStatuses = containers.map(({ name, image = '' }) => {
      return { name, image, imageID: '', ready: true, restartCount: 0, state };
    });
    const { status } = endPod(
      {
        ...{ apiVersion: 'v1', kind: 'Pod', metadata: { name: 'app', namespace: 'default' } },
        ...{ spec: { containers, restartPolicy: 'Never' }, status: { phase: 'Running', containerStatuses } },
      },
      5100,
    );
    expect(status.containerStatuses?.map((each) => each.state?.terminated?.exitCode)).toEqual([3, 0, 143]);
  });

  test('reports the termination of its containers before it is removed', async () => {
    const phases: string[] = [];
    const follow = async (name: string) => {
      const response = await pods.cluster.request(
        `/api/v1/namespaces/default/pods?watch=true&fieldSelector=metadata.name=${name}&resourceVersion=0`,
      );
      const decoder = new TextDecoder();
      for await (const chunk of response.body as unknown as AsyncIterable<Uint8Array>)
        for (const line of decoder.decode(chunk).trim().split('\n')) {
          const { type, object } = JSON.parse(line);
          const { exitCode } = object.status.containerStatuses?.[0]?.state?.terminated ?? {};
          phases.push([name, type, object.status.phase, exitCode].join(' '));
          if (type === 'DELETED') return;
        }
    };
    await pods.create({});
    await pods.create(
      { schedulerName: 'nobody', nodeName: 'simulated-node-0', containers: [app({ image: 'missing' })] },
      'waiting',
    );
    await pods.clock.advance(8000);
    const ends = [follow('pod'), follow('waiting')];
    await pods.delete();
    await pods.delete('waiting');
    await pods.clock.advance(8000);
    await Promise.all(ends);
    expect(phases.filter((each) => each.startsWith('pod')).slice(-2)).toEqual([
      'pod MODIFIED Failed 143',
      'pod DELETED Failed 143',
    ]);
    expect(phases.at(-1)).toMatch(/^(pod|waiting) DELETED Failed/);
    expect(phases).toContain('waiting MODIFIED Failed 137');
  });

  test('reports a deadline that passed while it ended, as long as finalizers keep it', async () => {
    const lifecycle = { preStop: { exec: { command: ['sleep', '20'] } } };
    await pods.create({ activeDeadlineSeconds: 15, containers: [app({ lifecycle })] });
    await pods.patch({ metadata: { finalizers: ['example.com/kept'] } });
    await pods.clock.advance(8000);
    await pods.delete();
    await pods.clock.advance(30_000);
    expect(await pods.status()).toMatchObject({ phase: 'Failed', reason: 'DeadlineExceeded' });
    await pods.patch({ metadata: { finalizers: null } });
  });

  test('reports its termination as long as finalizers keep it', async () => {
    await pods.create({});
    await pods.patch({ metadata: { finalizers: ['example.com/kept'] } });
    await pods.clock.advance(5000);
    await pods.delete();
    await pods.clock.advance(2000);
    expect((await pods.status()).phase).toBe('Failed');
    expect(await pods.app()).toMatchObject({ ready: false, state: { terminated: { exitCode: 143, reason: 'Error' } } });
    expect(await pods.condition('Ready')).toMatchObject({ status: 'False', reason: 'PodFailed' });
    await pods.patch({ metadata: { finalizers: null } });
    await expect(pods.pod()).rejects.toMatchObject({ code: 404 });
  });
});

test('An init container that keeps failing is backed off with an event, and counts as started while it runs', async () => {
  const initContainers = [{ name: 'first', image: 'busybox', command: ['sh', '-c', 'sleep 5; exit 2'] }];
  await pods.create({ initContainers });
  await pods.clock.advance(4000);
  const { podIP, initContainerStatuses } = await pods.status();
  expect(podIP).toMatch(/^10\./);
  expect(initContainerStatuses?.[0]).toMatchObject({ started: true, ready: false, state: { running: {} } });
  await pods.clock.advance(10_000);
  expect((await pods.status()).initContainerStatuses?.[0]).toMatchObject({
    restartCount: 1,
    started: false,
    state: { waiting: { reason: 'CrashLoopBackOff', message: expect.stringContaining('container=first') } },
    lastState: { terminated: { exitCode: 2 } },
  });
  expect((await pods.events()).at(-1)).toMatch(
    /^BackOff: Back-off restarting failed container first in pod pod_default/,
  );
});

test('Containers that crash together wait according to their own numbers of restarts', async () => {
  const crashing = (name: string, seconds: number) => app({ name, command: ['sh', '-c', `sleep ${seconds}; exit 1`] });
  await pods.create({ containers: [crashing('app', 2), crashing('late', 60)] });
  await pods.clock.advance(66_000);
  const [often, once] = (await pods.status()).containerStatuses ?? [];
  expect(once).toMatchObject({ name: 'late', restartCount: 1, state: { running: {} } });
  // Restarts after 0, 10 and 20 seconds.
  expect(often).toMatchObject({
    restartCount: 3,
    state: { waiting: { message: expect.stringMatching(/^back-off 40s /) } },
  });
});

test('A transition that is due on a node that is down happens when the node is back', async () => {
  const node = { group: '', version: 'v1', resource: 'nodes', name: 'simulated-node-0' };
  const setDown = (value: string | null) =>
    pods.cluster.client.patch(node, 'merge', { metadata: { annotations: { 'simulation.tabplane.dev/down': value } } });
  await pods.create({ restartPolicy: 'Never', containers: [app({ command: ['sleep', '10'] })] });
  await pods.clock.advance(5000);
  await setDown('true');
  await pods.clock.advance(30_000);
  expect((await pods.status()).phase).toBe('Running');
  await setDown(null);
  await pods.clock.advance(2000);
  expect((await pods.status()).phase).toBe('Succeeded');
});

test.each([
  ['ErrImagePull', 3000, "image can't be pulled"],
  ['ImagePullBackOff', 15_000, 'trying and failing to pull image'],
])('A log request for a container without a log returns the reason: %s', async (reason, after, cause) => {
  await pods.create({ containers: [app({ image: 'app:missing' })] });
  await pods.clock.advance(after);
  expect((await pods.app())?.state?.waiting?.reason).toBe(reason);
  const response = await pods.cluster.request('/api/v1/namespaces/default/pods/pod/log');
  expect(await response.json()).toMatchObject({
    message: `container "app" in pod "pod" is waiting to start: ${cause}`,
  });
});
