import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Container, Pod, PodSpec } from '../../src/api/kinds/core-v1.generated.ts';
import { ManualClock } from '../helpers/manual-clock.ts';
import { seededRandom } from '../scheduler/fake-cluster.ts';
import { openSimulatedCluster, type SimulatedCluster } from './simulated-cluster.ts';

const PODS = { group: '', version: 'v1', resource: 'pods', namespace: 'default' };

let cluster: SimulatedCluster;
let clock: ManualClock;
beforeEach(async () => {
  clock = new ManualClock();
  const controllers = 'scheduler,simulation,nodelifecycle,nodeipam,serviceaccount';
  cluster = await openSimulatedCluster(1, controllers, { clock, random: seededRandom(1) });
  await clock.advance(5000);
});
afterEach(() => cluster.close());

async function createPod(fields: Partial<Container>, restartPolicy: PodSpec['restartPolicy'] = 'Never') {
  const containers = [{ name: 'app', image: 'busybox', stdin: true, ...fields }];
  await cluster.client.create(PODS, { metadata: { name: 'pod' }, spec: { containers, restartPolicy } });
  await clock.advance(30_000);
}

/**
 * Attaches to the container and sends input, as `kubectl attach -i` does. Returns its output.
 * @param staysOpen whether the client could send more
 */
async function attach(input: string, staysOpen = false, container = 'app'): Promise<string> {
  const url = `https://simulated-node-0:10250/attach/default/pod/${container}?input=1&output=1&error=1`;
  const target = cluster.kubelets.upgrade(new Request(url));
  if (!target || target instanceof Response || target.kind !== 'process') throw new Error('there is no process');
  let output = '';
  const write = async (data: string | Uint8Array): Promise<void> => {
    output += typeof data === 'string' ? data : new TextDecoder().decode(data);
  };
  const { signal } = new AbortController();
  const code = await target.run({ stdin: sent(input, staysOpen), stdout: write, stderr: write, signal });
  expect(code).toBe(0);
  await clock.advance(1000);
  return output;
}

async function* sent(text: string, staysOpen: boolean): AsyncIterable<Uint8Array> {
  yield new TextEncoder().encode(text);
  if (staysOpen) await new Promise(() => undefined);
}

const statusOf = async () => {
  const { status } = await cluster.client.get<Pod>({ ...PODS, name: 'pod' });
  return { phase: status?.phase, ...status?.containerStatuses?.[0] };
};

it.each([
  ['exit 5\n', 5, 'Error', 'Failed'],
  ['echo hi\n', 0, 'Completed', 'Succeeded'],
  ['false\n', 1, 'Error', 'Failed'],
])('A container with stdinOnce exits with its shell: %j gives %d', async (input, exitCode, reason, phase) => {
  await createPod({ stdinOnce: true });
  expect(await statusOf()).toMatchObject({ phase: 'Running', state: { running: {} } });
  await attach(input);
  expect(await statusOf()).toMatchObject({ phase, ready: false, state: { terminated: { exitCode, reason } } });
});

it('A container without stdinOnce exits when a client ends the shell, not when its input ends', async () => {
  await createPod({ command: ['sh'] });
  expect(await attach('echo hi\n')).toBe('hi\n');
  expect(await statusOf()).toMatchObject({ phase: 'Running' });
  await attach('exit 4\n', true);
  expect(await statusOf()).toMatchObject({ phase: 'Failed', state: { terminated: { exitCode: 4 } } });
});

it("A container without stdinOnce does not see the end of a client's input", async () => {
  await createPod({ command: ['sh', '-c', 'cat && echo closed'] });
  expect(await attach('a\n')).toBe('a\n');
  expect(await statusOf()).toMatchObject({ phase: 'Running' });
});

it("A container without stdinOnce exits when its process ends after a client's input", async () => {
  await createPod({ command: ['sh', '-c', 'read line; exit 4'] });
  await attach('a\n');
  expect(await statusOf()).toMatchObject({ phase: 'Failed', state: { terminated: { exitCode: 4 } } });
});

it('A container with the restart policy Always restarts after its shell ends', async () => {
  await createPod({ stdinOnce: true }, 'Always');
  const { containerID } = await statusOf();
  await attach('exit 2\n');
  expect(await statusOf()).toMatchObject({
    phase: 'Running',
    restartCount: 1,
    state: { running: {} },
    lastState: { terminated: { exitCode: 2, containerID } },
  });
  await clock.advance(60_000);
  expect(await statusOf()).toMatchObject({ restartCount: 1 });
});

it('A container with stdin whose command ends needs no client', async () => {
  await createPod({ command: ['sh', '-c', 'exit 3'] });
  expect(await statusOf()).toMatchObject({ phase: 'Failed', state: { terminated: { exitCode: 3 } } });
});

it('A container whose script reads input waits for a client, and logs what it then prints', async () => {
  await createPod({ command: ['sh', '-c', 'read line; echo "read $line" && cat && exit 3'], stdinOnce: true });
  expect(await statusOf()).toMatchObject({ phase: 'Running' });
  expect(await attach('one\ntwo\n')).toBe('read one\ntwo\n');
  expect(await statusOf()).toMatchObject({ phase: 'Failed', state: { terminated: { exitCode: 3 } } });
  const fetchLog = cluster.kubelets.inFrontOf(() => Promise.reject(new Error('the node is simulated')));
  const log = await fetchLog(new Request('https://simulated-node-0:10250/containerLogs/default/pod/app'));
  expect(await log.text()).toBe('read one\ntwo\n');
});

it('An ephemeral container ends with its shell and is not restarted', async () => {
  await createPod({ stdin: false }, 'Always');
  const helper = { name: 'helper', image: 'busybox', stdin: true, tty: true };
  await cluster.client.patch({ ...PODS, name: 'pod', subresource: 'ephemeralcontainers' }, 'strategic', {
    spec: { ephemeralContainers: [helper] },
  });
  await clock.advance(5000);
  const helperState = async () =>
    (await cluster.client.get<Pod>({ ...PODS, name: 'pod' })).status?.ephemeralContainerStatuses?.[0]?.state;
  expect(await helperState()).toMatchObject({ running: {} });
  await attach('exit 7\n', true, 'helper');
  expect(await helperState()).toMatchObject({ terminated: { exitCode: 7, reason: 'Error' } });
  await clock.advance(30_000);
  expect(await helperState()).toMatchObject({ terminated: { exitCode: 7 } });
  expect(await statusOf()).toMatchObject({ phase: 'Running', restartCount: 0, state: { running: {} } });
});
