import { afterEach, beforeEach, expect, test } from 'vitest';
import type { EphemeralContainer } from '../../../src/api/kinds/core-v1.generated.ts';
import { app, openSteeredPods, type SteeredPods } from './steered-pods.ts';

let pods: SteeredPods;
beforeEach(async () => {
  pods = await openSteeredPods();
});
afterEach(() => pods.close());

const debug = async (container: Partial<EphemeralContainer>) => {
  await pods.patch(
    { spec: { ephemeralContainers: [{ name: 'helper', image: 'busybox', ...container }] } },
    'ephemeralcontainers',
  );
  await pods.clock.advance(3000);
};
const helper = async () => (await pods.status()).ephemeralContainerStatuses?.[0];

test('An ephemeral container ends with its command, and neither restarts nor changes its pod', async () => {
  await pods.create({});
  await pods.clock.advance(5000);
  await debug({ command: ['sh', '-c', 'sleep 20; exit 3'] });
  expect((await helper())?.state?.running).toBeDefined();
  const before = await pods.status();
  await pods.clock.advance(20_000);
  const ended = await helper();
  const { startedAt = '', finishedAt = '' } = ended?.state?.terminated ?? {};
  expect(ended?.state?.terminated).toMatchObject({ exitCode: 3, reason: 'Error', containerID: ended?.containerID });
  expect(Date.parse(finishedAt) - Date.parse(startedAt)).toBe(20_000);
  await pods.clock.advance(600_000);
  expect(await helper()).toEqual(ended);
  expect(await pods.status()).toEqual({ ...before, ephemeralContainerStatuses: [ended] });
});

test.each([
  ['a command that the simulation does not know', { command: ['strace', '-p', '1'] }],
  ['no command', {}],
  ['an endless command', { command: ['sh', '-c', 'while true; do sleep 1; done'] }],
])('An ephemeral container with %s runs on, also in a pod that does not restart', async (_, container) => {
  await pods.create({ restartPolicy: 'Never', containers: [app({ command: ['sleep', '7200'] })] });
  await pods.clock.advance(5000);
  await debug(container);
  await pods.clock.advance(600_000);
  expect((await helper())?.state?.running).toBeDefined();
});

const CRASHES = {
  'simulation.tabplane.dev/fault': 'crash-loop',
  'simulation.tabplane.dev/run-duration': '15s',
  'simulation.tabplane.dev/exit-code': '9',
};

test.each([
  ['crashes', CRASHES],
  ['fails its liveness probe', { 'simulation.tabplane.dev/failing-probe': 'liveness' }],
])(
  'An ephemeral container runs beside a container that %s because of an annotation of the pod',
  async (_, annotations) => {
    await pods.create({ annotations });
    await pods.clock.advance(5000);
    await debug({});
    await pods.clock.advance(120_000);
    expect((await pods.app())?.restartCount).toBeGreaterThan(1);
    expect((await helper())?.state?.running).toBeDefined();
  },
);

test('An ephemeral container and another container of its pod end each in their time', async () => {
  await pods.create({ containers: [app({ command: ['sh', '-c', 'sleep 30; exit 1'] })] });
  await pods.clock.advance(5000);
  await debug({ command: ['sleep', '100'] });
  await pods.clock.advance(80_000);
  expect((await helper())?.state?.running).toBeDefined();
  expect((await pods.app())?.restartCount).toBeGreaterThan(0);
  await pods.clock.advance(20_000);
  expect((await helper())?.state?.terminated).toMatchObject({ exitCode: 0, reason: 'Completed' });
});

test('An ephemeral container of a pod with init containers ends with its command after them', async () => {
  await pods.create({ initContainers: [app({ name: 'first', command: ['sleep', '30'] })] });
  await pods.clock.advance(5000);
  await debug({ command: ['sleep', '10'] });
  await pods.clock.advance(60_000);
  expect((await pods.app())?.state?.running).toBeDefined();
  expect((await helper())?.state?.terminated).toMatchObject({ exitCode: 0 });
});
