import { afterEach, beforeEach, expect, test } from 'vitest';
import { app, openSteeredPods, type SteeredPods } from './steered-pods.ts';

let pods: SteeredPods;
beforeEach(async () => {
  pods = await openSteeredPods();
});
afterEach(() => pods.close());

const setImage = async (image: string) => {
  await pods.patch({ spec: { containers: [{ name: 'app', image }] } });
  await pods.clock.advance(5000);
};

test('A container whose image is changed restarts with the new image, whatever the restart policy is', async () => {
  await pods.create({ restartPolicy: 'Never', containers: [app({ command: ['sleep', '3600'] })] });
  await pods.clock.advance(8000);
  await setImage('nginx:1.26');
  expect(await pods.app()).toMatchObject({
    ...{ image: 'docker.io/library/nginx:1.26', ready: true, restartCount: 1 },
    lastState: { terminated: { exitCode: 143, reason: 'Error' } },
  });
  expect((await pods.status()).phase).toBe('Running');
  expect(await pods.events()).toContain('Killing: Container app definition changed, will be restarted');
});

test('A container whose new image cannot be pulled waits until its image is changed again', async () => {
  await pods.create({});
  await pods.clock.advance(8000);
  await setImage('nginx:missing');
  const waiting = await pods.app();
  expect(waiting?.state?.waiting?.reason).toMatch(/^(ErrImagePull|ImagePullBackOff)$/);
  expect(waiting).toMatchObject({ ready: false, restartCount: 0 });
  await setImage('nginx:1.26');
  await pods.clock.advance(30_000);
  expect(await pods.app()).toMatchObject({ ready: true, restartCount: 1, image: 'docker.io/library/nginx:1.26' });
});

test('A change of the labels restarts no container', async () => {
  await pods.create({});
  await pods.clock.advance(8000);
  await pods.patch({ metadata: { labels: { changed: 'yes' } } });
  await pods.clock.advance(5000);
  expect(await pods.app()).toMatchObject({ ready: true, restartCount: 0 });
});
