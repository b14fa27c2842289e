import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { app, openSteeredPods, type SteeredPods } from './steered-pods.ts';

const FAILING = 'simulation.tabplane.dev/failing-probe';
const httpGet = { path: '/', port: 80 };

let pods: SteeredPods;
beforeEach(async () => {
  pods = await openSteeredPods();
});
afterEach(() => pods.close());

describe('A container', () => {
  test('is ready when its readiness probe succeeds after its initial delay', async () => {
    await pods.create({
      containers: [app({ readinessProbe: { httpGet, initialDelaySeconds: 20 } }), app({ name: 'b' })],
    });
    await pods.clock.advance(15_000);
    expect(await pods.app()).toMatchObject({ ready: false, started: true, state: { running: {} } });
    expect((await pods.status()).containerStatuses?.[1]).toMatchObject({ name: 'b', ready: true });
    expect(await pods.condition('Ready')).toMatchObject({ message: 'containers with unready status: [app]' });
    await pods.clock.advance(8000);
    expect(await pods.app()).toMatchObject({ ready: true });
    expect(await pods.condition('Ready')).toMatchObject({ status: 'True' });
  });

  test('requires the success threshold of its probe', async () => {
    const readinessProbe = { httpGet, initialDelaySeconds: 5, periodSeconds: 5, successThreshold: 3 };
    await pods.create({ containers: [app({ readinessProbe })] });
    await pods.clock.advance(14_000);
    expect(await pods.app()).toMatchObject({ ready: false });
    await pods.clock.advance(4000);
    expect(await pods.app()).toMatchObject({ ready: true });
  });

  test('has started when its startup probe succeeds', async () => {
    await pods.create({ containers: [app({ startupProbe: { httpGet, initialDelaySeconds: 10 } })] });
    await pods.clock.advance(8000);
    expect(await pods.app()).toMatchObject({ ready: false, started: false, state: { running: {} } });
    await pods.clock.advance(5000);
    expect(await pods.app()).toMatchObject({ ready: true, started: true });
  });

  test.each([
    ['startup', 'Startup probe failed: HTTP probe failed with statuscode: 500'],
    ['liveness', 'Liveness probe failed: HTTP probe failed with statuscode: 500'],
  ] as const)('is killed and restarted when its %s probe has failed too often', async (probe, failure) => {
    const figures = { httpGet, initialDelaySeconds: 10, periodSeconds: 5, failureThreshold: 2 };
    const containers = [app({ [`${probe}Probe`]: figures })];
    await pods.create({ containers, annotations: { [FAILING]: probe } });
    await pods.clock.advance(19_000);
    expect((await pods.app())?.restartCount).toBe(0);
    await pods.clock.advance(4000);
    expect(await pods.app()).toMatchObject({
      restartCount: 1,
      state: { running: {} },
      lastState: { terminated: { exitCode: 137, reason: 'Error' } },
    });
    expect(await pods.events()).toEqual(
      expect.arrayContaining([
        `Unhealthy: ${failure}`,
        `Killing: Container app failed ${probe} probe, will be restarted`,
      ]),
    );
  });

  test('without a probe that could fail is killed after three failures, ten seconds apart', async () => {
    await pods.create({ annotations: { [FAILING]: 'liveness' } });
    await pods.clock.advance(28_000);
    expect(await pods.app()).toMatchObject({ ready: true, started: true, restartCount: 0 });
    await pods.clock.advance(5000);
    expect(await pods.app()).toMatchObject({ restartCount: 1 });
  });

  test('is killed earlier by an annotation for its run duration', async () => {
    const annotations = { [FAILING]: 'liveness', 'simulation.tabplane.dev/run-duration': '5s' };
    await pods.create({ annotations, containers: [app({ livenessProbe: { httpGet } })] });
    await pods.clock.advance(9000);
    expect(await pods.app()).toMatchObject({ restartCount: 1, lastState: { terminated: { exitCode: 137 } } });
  });

  test('whose startup probe fails is never ready', async () => {
    await pods.create({ annotations: { [FAILING]: 'startup' }, containers: [app({ startupProbe: { httpGet } })] });
    await pods.clock.advance(20_000);
    expect(await pods.app()).toMatchObject({ ready: false, started: false, state: { running: {} } });
  });

  test.each([
    [{ httpGet }, 'HTTP probe failed with statuscode: 503'],
    [{ tcpSocket: { port: 5432 } }, expect.stringMatching(/dial tcp 10\.[\d.]+:5432: connect: connection refused$/)],
    [{ exec: { command: ['false'] } }, ''],
    [{ grpc: { port: 9000 } }, 'service unhealthy (responded with "NOT_SERVING")'],
  ])('whose readiness probe %j fails is reported as unhealthy', async (readinessProbe, failure) => {
    await pods.create({ annotations: { [FAILING]: 'readiness' }, containers: [app({ readinessProbe })] });
    await pods.clock.advance(5000);
    expect(await pods.app()).toMatchObject({ ready: false, state: { running: {} } });
    const message = typeof failure === 'string' ? `Unhealthy: Readiness probe failed: ${failure}` : failure;
    expect(await pods.events()).toContainEqual(message);
  });
});

describe('A pod', () => {
  test('with readiness gates is ready when the conditions of its gates are true', async () => {
    await pods.create({ readinessGates: [{ conditionType: 'example.com/balanced' }] });
    await pods.clock.advance(5000);
    expect(await pods.condition('ContainersReady')).toMatchObject({ status: 'True' });
    expect(await pods.condition('Ready')).toMatchObject({
      status: 'False',
      reason: 'ReadinessGatesNotReady',
      message: 'corresponding condition of pod readiness gate "example.com/balanced" does not exist.',
    });
    const gate = (status: string) =>
      pods.patch({ status: { conditions: [{ type: 'example.com/balanced', status }] } }, 'status');
    await gate('False');
    await pods.clock.advance(1000);
    expect(await pods.condition('Ready')).toMatchObject({
      message: 'the status of pod readiness gate "example.com/balanced" is not "True", but False',
    });
    await gate('True');
    await pods.clock.advance(1000);
    expect(await pods.condition('Ready')).toMatchObject({ status: 'True' });
  });

  test('with several readiness gates reports the problem of each gate once its containers are ready', async () => {
    const readinessGates = ['example.com/one', 'example.com/two'].map((conditionType) => ({ conditionType }));
    await pods.create({ readinessGates, containers: [app({ readinessProbe: { httpGet, initialDelaySeconds: 20 } })] });
    await pods.patch({ status: { conditions: [{ type: 'example.com/two', status: 'Unknown' }] } }, 'status');
    await pods.clock.advance(5000);
    expect(await pods.condition('Ready')).toMatchObject({ status: 'False', reason: 'ContainersNotReady' });
    await pods.clock.advance(20_000);
    expect(await pods.condition('Ready')).toMatchObject({
      status: 'False',
      reason: 'ReadinessGatesNotReady',
      message:
        'corresponding condition of pod readiness gate "example.com/one" does not exist., ' +
        'the status of pod readiness gate "example.com/two" is not "True", but Unknown',
    });
  });

  test('with one missing image has other containers that become ready, and stays pending', async () => {
    await pods.create({ containers: [app(), app({ name: 'lost', image: 'app:missing' })] });
    await pods.clock.advance(5000);
    expect(await pods.app()).toMatchObject({ ready: true });
    expect((await pods.status()).phase).toBe('Pending');
  });
});

const AGNHOST = 'registry.k8s.io/e2e-test-images/agnhost:2.45';
const soon = { initialDelaySeconds: 4, periodSeconds: 10, failureThreshold: 1 };

test.each([
  ['a port on which the server does not listen', { image: AGNHOST, args: ['netexec'] }, { tcpSocket: { port: 81 } }],
  ['a port without a gRPC server', { image: AGNHOST, args: ['grpc-health-checking'] }, { grpc: { port: 2333 } }],
  ['a port of a script without a server', { command: ['sleep', '600'] }, { httpGet: { path: '/', port: 8080 } }],
  ['a command that takes too long', { command: ['sleep', '600'] }, { exec: { command: ['sleep', '10'] } }],
  ['a command that always fails', { image: AGNHOST, args: ['test-webserver'] }, { exec: { command: ['/bin/false'] } }],
  ['a file that is missing from the server', { image: AGNHOST }, { exec: { command: ['cat', '/tmp/health'] } }],
] as const)('A liveness probe of %s restarts its container at its first failure', async (_, container, probe) => {
  const containers = [app({ ...container, livenessProbe: { ...probe, ...soon } } as Parameters<typeof app>[0])];
  await pods.create({ containers });
  await pods.clock.advance(4000);
  expect((await pods.app())?.restartCount).toBe(0);
  await pods.clock.advance(5000);
  expect((await pods.app())?.restartCount).toBe(1);
});

test.each([
  ['a port of a server', { image: AGNHOST, args: ['netexec', '--http-port=8080'] }, { tcpSocket: { port: 8080 } }],
  ['the port of a gRPC server', { image: AGNHOST, args: ['grpc-health-checking'] }, { grpc: { port: 5000 } }],
  [
    'a port by its name',
    { command: ['sleep', '600'], ports: [{ name: 'web', containerPort: 90 }] },
    { tcpSocket: { port: 'web' } },
  ],
  ['a port of an unknown image', {}, { httpGet: { path: '/', port: 8080 } }],
  [
    'a redirect to another host',
    { image: AGNHOST, args: ['liveness'] },
    { httpGet: { path: '/redirect?loc=http%3A%2F%2F0.0.0.0%2F', port: 8080 } },
  ],
  ['another host', { command: ['sleep', '600'] }, { tcpSocket: { host: 'example.com', port: 80 } }],
] as const)('A liveness probe of %s lets its container run', async (_, container, probe) => {
  const containers = [app({ ...container, livenessProbe: { ...probe, ...soon } } as Parameters<typeof app>[0])];
  await pods.create({ containers });
  await pods.clock.advance(120_000);
  expect(await pods.app()).toMatchObject({ restartCount: 0, ready: true });
});

test('A container is never ready when its readiness probe uses a port without a listener', async () => {
  const readinessProbe = { httpGet: { path: '/', port: 81 }, ...soon };
  await pods.create({ containers: [app({ image: AGNHOST, args: ['test-webserver'], readinessProbe })] });
  await pods.clock.advance(60_000);
  expect(await pods.app()).toMatchObject({ restartCount: 0, ready: false });
  const { podIP } = await pods.status();
  expect(await pods.events()).toContain(
    `Unhealthy: Readiness probe failed: Get "http://${podIP}:81/": dial tcp ${podIP}:81: connect: connection refused`,
  );
});

describe('A container whose command writes a file after 20 seconds', () => {
  const command = ['sh', '-c', 'sleep 20; touch /tmp/up; sleep 600'];
  const exec = { command: ['cat', '/tmp/up'] };

  test('has started when its startup probe finds the file, and not before', async () => {
    const startupProbe = { exec, periodSeconds: 5, failureThreshold: 9 };
    await pods.create({ containers: [app({ image: 'busybox', command, startupProbe })] });
    await pods.clock.advance(15_000);
    expect(await pods.app()).toMatchObject({ ready: false, started: false });
    await pods.clock.advance(15_000);
    expect(await pods.app()).toMatchObject({ ready: true, started: true, restartCount: 0 });
  });

  test('is ready at the first readiness probe that finds the file', async () => {
    const readinessProbe = { exec, initialDelaySeconds: 2, periodSeconds: 15 };
    await pods.create({ containers: [app({ image: 'busybox', command, readinessProbe })] });
    await pods.clock.advance(28_000);
    expect(await pods.app()).toMatchObject({ ready: false, started: true });
    await pods.clock.advance(8000);
    expect(await pods.app()).toMatchObject({ ready: true });
  });

  test('is never ready when the file is gone before its first readiness probe', async () => {
    const script = 'sleep 5; touch /tmp/up; sleep 5; rm /tmp/up; sleep 600';
    const readinessProbe = { exec, initialDelaySeconds: 15 };
    await pods.create({ containers: [app({ image: 'busybox', command: ['sh', '-c', script], readinessProbe })] });
    await pods.clock.advance(60_000);
    expect(await pods.app()).toMatchObject({ ready: false, state: { running: {} } });
  });

  test('is killed when its startup probe permits too few failures', async () => {
    const startupProbe = { exec, periodSeconds: 5, failureThreshold: 2 };
    await pods.create({ containers: [app({ image: 'busybox', command, startupProbe })] });
    await pods.clock.advance(9000);
    const killed = { restartCount: 1, lastState: { terminated: { exitCode: 137 } } };
    // The file of a container's file system is lost with the container.
    expect(await pods.app()).toMatchObject({ ...killed, ready: false, started: false });
  });
});
