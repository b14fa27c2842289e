import { expect, test, vi } from 'vitest';
import { ApiError } from '../../../src/client/api-error.ts';
import { horizontalPodAutoscalerController } from '../../../src/controllers/autoscaling/horizontal-pod-autoscalers.ts';
import { fixedContext } from '../fixed-context.ts';

const autoscaler = {
  apiVersion: 'autoscaling/v2',
  kind: 'HorizontalPodAutoscaler',
  metadata: { name: 'web', namespace: 'shop', uid: 'web', resourceVersion: '1' },
  // The version has no form that a version can have, so that no scale is asked for.
  spec: { scaleTargetRef: { apiVersion: 'a/b/c', kind: 'Widget', name: 'web' }, maxReplicas: 3 },
};

/** Returns the reasons and messages of the events when the status is refused with a code and a message. */
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

test('An autoscaler whose status is refused says so in an event', async () => {
  expect(await eventsAfter(403, 'not with this policy')).toEqual([
    'FailedGetScale: unexpected GroupVersion string: a/b/c',
    'FailedUpdateStatus: not with this policy',
  ]);
});

test('A status that is written again after a conflict is no event', async () => {
  expect(await eventsAfter(409, 'changed meanwhile')).toEqual([
    'FailedGetScale: unexpected GroupVersion string: a/b/c',
  ]);
});
