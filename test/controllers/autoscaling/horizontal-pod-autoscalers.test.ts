import { expect, test, vi } from 'vitest';
import { ApiError } from '../../../src/client/api-error.ts';
import { horizontalPodAutoscalerController } from '../../../src/controllers/autoscaling/horizontal-pod-autoscalers.ts';
import { fixedContext } from '../fixed-context.ts';

const autoscaler = {
  apiVersion: 'autoscaling/v2',
  kind: 'HorizontalPodAutoscaler',
  metadata: { name: 'web', namespace: 'shop', uid: 'web', resourceVersion: '1' },
  // The version is malformed, so that the controller requests no scale.
  spec: { scaleTargetRef: { apiVersion: 'a/b/c', kind: 'Widget', name: 'web' }, maxReplicas: 3 },
};

/** Returns the reasons and messages of the events after the server rejects the status. */
async function eventsAfter(code: number, message: string): Promise<string[]> {
  const { context, clock, stop } = fixedContext({ '/apis/autoscaling/v2/horizontalpodautoscalers': [autoscaler] });
  const update = () =>
    Promise.reject(new ApiError({ kind: 'Status', apiVersion: 'v1', metadata: {}, status: 'Failure', code, message }));
  const recorded: string[] = [];
  vi.spyOn(context.events, 'record').mockImplementation(
    (_, __, reason, text) => void recorded.push(`${reason}: ${text}`),
  );
  const running = horizontalPodAutoscalerController.run({
    ...context,
    client: { ...context.client, update },
  });
  await clock.advance(0);
  stop();
  await running;
  return recorded;
}

test('An autoscaler records an event when its status is rejected', async () => {
  expect(await eventsAfter(403, 'not with this policy')).toEqual([
    'FailedGetScale: unexpected GroupVersion string: a/b/c',
    'FailedUpdateStatus: not with this policy',
  ]);
});

test('An autoscaler records no event when its status conflicts', async () => {
  expect(await eventsAfter(409, 'changed meanwhile')).toEqual([
    'FailedGetScale: unexpected GroupVersion string: a/b/c',
  ]);
});
