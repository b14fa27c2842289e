import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { EnvVar, Volume } from '../../../src/api/kinds/core-v1.generated.ts';
import { app, openSteeredPods, type SteeredPods } from './steered-pods.ts';

let pods: SteeredPods;
beforeEach(async () => {
  pods = await openSteeredPods();
});
afterEach(() => pods.close());

const create = (resource: 'configmaps' | 'secrets', name: string, data: Record<string, string>) =>
  pods.cluster.client.create(
    { group: '', version: 'v1', resource, namespace: 'default' },
    { metadata: { name }, data },
  );

describe('The environment of a container', () => {
  const fromMap = (key: string, optional?: boolean): EnvVar => ({
    name: 'VALUE',
    valueFrom: { configMapKeyRef: { name: 'settings', key, ...(optional ? { optional } : {}) } },
  });
  const waiting = async () => (await pods.app())?.state?.waiting;

  test('requires its config maps: the container is created once they exist', async () => {
    await pods.create({ containers: [app({ env: [fromMap('color')] })] });
    await pods.clock.advance(3000);
    const message = 'configmap "settings" not found';
    expect(await waiting()).toEqual({ reason: 'CreateContainerConfigError', message });
    expect((await pods.status()).phase).toBe('Pending');
    expect((await pods.events()).slice(-2)).toEqual([
      'Pulled: Successfully pulled image "nginx:1.25" in 500ms (500ms including waiting)',
      `Failed: Error: ${message}`,
    ]);
    await pods.clock.advance(15_000);
    expect((await waiting())?.reason).toBe('CreateContainerConfigError');
    await create('configmaps', 'settings', { color: 'blue' });
    await pods.clock.advance(12_000);
    expect(await pods.app()).toMatchObject({ ready: true, restartCount: 0 });
  });

  test.each([
    [
      'a key that the config map lacks',
      { env: [fromMap('color')] },
      "couldn't find key color in ConfigMap default/settings",
    ],
    [
      'a key that the secret lacks',
      { env: [{ name: 'VALUE', valueFrom: { secretKeyRef: { name: 'login', key: 'password' } } }] },
      "couldn't find key password in Secret default/login",
    ],
    ['a missing secret in envFrom', { envFrom: [{ secretRef: { name: 'other' } }] }, 'secret "other" not found'],
    [
      'several problems, of which envFrom comes first',
      { env: [fromMap('color')], envFrom: [{ configMapRef: { name: 'whole' } }] },
      'configmap "whole" not found',
    ],
  ])('cannot be built with %s', async (_, fields, message) => {
    await create('configmaps', 'settings', { size: '1' });
    await create('secrets', 'login', { user: 'YQ==' });
    await pods.create({ containers: [app(fields)] });
    await pods.clock.advance(3000);
    expect(await waiting()).toEqual({ reason: 'CreateContainerConfigError', message });
  });

  test('omits missing optional references', async () => {
    const envFrom = [{ secretRef: { name: 'other', optional: true } }];
    await pods.create({ containers: [app({ env: [fromMap('color', true)], envFrom })] });
    await pods.clock.advance(3000);
    expect(await pods.app()).toMatchObject({ ready: true });
  });

  test('is validated even before a start without delay', async () => {
    const annotations = { 'simulation.tabplane.dev/start-delay': '0s' };
    await pods.create({ annotations, containers: [app({ env: [fromMap('color')] })] });
    await pods.clock.advance(3000);
    expect((await waiting())?.reason).toBe('CreateContainerConfigError');
  });

  test('may use binary data', async () => {
    const address = { group: '', version: 'v1', resource: 'configmaps', namespace: 'default' };
    await pods.cluster.client.create(address, { metadata: { name: 'settings' }, binaryData: { color: 'AP8=' } });
    await pods.create({
      volumes: [{ name: 'v', configMap: { name: 'settings', items: [{ key: 'color', path: 'c' }] } }],
    });
    await pods.clock.advance(3000);
    expect(await pods.app()).toMatchObject({ ready: true });
  });

  test('is rebuilt for each restart, which counts once the container has started', async () => {
    const map = { group: '', version: 'v1', resource: 'configmaps', namespace: 'default', name: 'settings' };
    await create('configmaps', 'settings', { color: 'blue' });
    const command = ['sh', '-c', 'sleep 10; exit 1'];
    await pods.create({ containers: [app({ env: [fromMap('color')], command })] });
    await pods.clock.advance(26_000);
    const crashed = { lastState: { terminated: { exitCode: 1 } }, restartCount: 1 };
    expect(await pods.app()).toMatchObject({ ...crashed, state: { waiting: { reason: 'CrashLoopBackOff' } } });
    await pods.cluster.client.delete(map);
    await pods.clock.advance(10_000);
    expect(await pods.app()).toMatchObject({
      ...crashed,
      state: { waiting: { reason: 'CreateContainerConfigError' } },
    });
    await create('configmaps', 'settings', { color: 'blue' });
    await pods.clock.advance(12_000);
    expect(await pods.app()).toMatchObject({ restartCount: 2, state: { running: {} } });
  });

  test('of an ephemeral container requires its references, as in other containers', async () => {
    await pods.create({});
    await pods.clock.advance(5000);
    const helper = { name: 'helper', image: 'busybox', env: [fromMap('color')] };
    await pods.patch({ spec: { ephemeralContainers: [helper] } }, 'ephemeralcontainers');
    await pods.clock.advance(3000);
    const state = async () => (await pods.status()).ephemeralContainerStatuses?.[0]?.state;
    expect((await state())?.waiting?.reason).toBe('CreateContainerConfigError');
    await create('configmaps', 'settings', { color: 'blue' });
    await pods.clock.advance(12_000);
    expect((await state())?.running).toBeDefined();
  });

  test('of an init container blocks the containers after it', async () => {
    await pods.create({ initContainers: [{ name: 'first', image: 'busybox', env: [fromMap('color')] }] });
    await pods.clock.advance(3000);
    expect((await pods.status()).initContainerStatuses?.[0]?.state?.waiting?.reason).toBe('CreateContainerConfigError');
    expect((await waiting())?.reason).toBe('PodInitializing');
    await create('configmaps', 'settings', { color: 'blue' });
    await pods.clock.advance(15_000);
    expect(await pods.app()).toMatchObject({ ready: true });
  });
});

describe('A volume', () => {
  const secret: Volume = { name: 'login', secret: { secretName: 'login', items: [{ key: 'user', path: 'user' }] } };

  test('whose source is missing is retried at growing intervals before any container is created', async () => {
    await pods.create({ volumes: [secret] });
    await pods.clock.advance(7000);
    expect(await pods.app()).toMatchObject({ state: { waiting: { reason: 'ContainerCreating' } } });
    expect((await pods.status()).podIP).toBeUndefined();
    expect(await pods.events()).toEqual([
      'FailedMount: MountVolume.SetUp failed for volume "login" : secret "login" not found',
    ]);
    await create('secrets', 'login', { user: 'YQ==' });
    await pods.clock.advance(10_000);
    expect(await pods.app()).toMatchObject({ ready: true });
  });

  test('is retried after half a second, then after twice the last wait, up to about two minutes', async () => {
    await pods.create({ volumes: [secret] });
    const triesAfter = async (milliseconds: number) => {
      await pods.clock.advance(milliseconds);
      return (await pods.event('FailedMount'))?.count;
    };
    // Attempts at 0, 0.5, 1.5, 3.5, 7.5, 15.5, 31.5, 63.5, 127.5, 249.5 and 371.5 seconds.
    expect(await triesAfter(6000)).toBe(4);
    expect(await triesAfter(44_000)).toBe(7);
    expect(await triesAfter(350_000)).toBe(11);
  });

  test('stays mounted when its source is deleted', async () => {
    await create('secrets', 'login', { user: 'YQ==' });
    await pods.create({ volumes: [secret], containers: [app({ command: ['sh', '-c', 'sleep 10; exit 1'] })] });
    await pods.clock.advance(5000);
    await pods.cluster.client.delete({
      group: '',
      version: 'v1',
      resource: 'secrets',
      namespace: 'default',
      name: 'login',
    });
    await pods.clock.advance(10_000);
    expect(await pods.app()).toMatchObject({ restartCount: 1, state: { running: {} } });
    expect(await pods.event('FailedMount')).toBeUndefined();
  });

  test.each<[string, Volume, string]>([
    ['secret', secret, 'references non-existent secret key: user'],
    [
      'config map',
      { name: 'files', configMap: { name: 'settings', items: [{ key: 'color', path: 'c' }] } },
      'configmap references non-existent config key: color',
    ],
    [
      'projected source',
      { name: 'all', projected: { sources: [{ configMap: { name: 'absent' } }] } },
      'configmap "absent" not found',
    ],
  ])('requires the keys of its %s', async (_, volume, message) => {
    await create('configmaps', 'settings', { size: '1' });
    await create('secrets', 'login', { password: 'YQ==' });
    await pods.create({ volumes: [volume] });
    await pods.clock.advance(3000);
    expect(await pods.events()).toEqual([
      `FailedMount: MountVolume.SetUp failed for volume "${volume.name}" : ${message}`,
    ]);
  });
});
