import { expect, test, vi } from 'vitest';
import type { ReplicaSet } from '../../../../src/api/kinds/apps-v1.generated.ts';
import type { ApiClient } from '../../../../src/client/api-client.ts';
import { ApiError } from '../../../../src/client/api-error.ts';
import { replicaSetController } from '../../../../src/controllers/workloads/replicas/replicasets.ts';
import { fixedContext } from '../../fixed-context.ts';
import { podWith } from '../pods.ts';

test('The condition reports that pods cannot be deleted, and the event contains only the reason', async () => {
  const set = {
    apiVersion: 'apps/v1',
    kind: 'ReplicaSet',
    metadata: { name: 'web', namespace: 'shop', uid: 'web', resourceVersion: '1', generation: 1 },
    spec: { replicas: 0, selector: { matchLabels: { app: 'web' } }, template: {} },
  };
  const pod = podWith({ name: 'web-1', labels: { app: 'web' } });
  pod.metadata.ownerReferences = [
    { apiVersion: 'apps/v1', kind: 'ReplicaSet', name: 'web', uid: 'web', controller: true },
  ];
  const { context, clock, stop } = fixedContext({ '/apis/apps/v1/replicasets': [set], '/api/v1/pods': [pod] });
  const message = 'admission webhook "keep.example.com" denied the request: not today';
  const remove: ApiClient['delete'] = () =>
    Promise.reject(
      new ApiError({ kind: 'Status', apiVersion: 'v1', metadata: {}, status: 'Failure', code: 403, message }),
    );
  const written: ReplicaSet[] = [];
  const update = (async (_, object: ReplicaSet) => {
    written.push(object);
    return object;
  }) as ApiClient['update'];
  const recorded: string[] = [];
  vi.spyOn(context.events, 'record').mockImplementation(
    (_, __, reason, text) => void recorded.push(`${reason}: ${text}`),
  );
  const running = replicaSetController.run({
    ...context,
    client: { ...context.client, delete: remove, update },
  });
  await clock.advance(0);
  stop();
  await running;
  expect(recorded).toEqual([`FailedDelete: Error deleting: ${message}`]);
  expect(written[0]?.status?.conditions).toMatchObject([
    { type: 'ReplicaFailure', reason: 'FailedDelete', message: `unable to delete pods: ${message}` },
  ]);
});
