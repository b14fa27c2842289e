import { expect, test, vi } from 'vitest';
import { kubernetesDialect } from '../../../../src/api/dialect.ts';
import type { Deployment, ReplicaSet } from '../../../../src/api/kinds/apps-v1.generated.ts';
import type { ApiClient } from '../../../../src/client/api-client.ts';
import { deploymentController } from '../../../../src/controllers/workloads/deployments/deployments.ts';
import { revisionNames } from '../../../../src/controllers/workloads/deployments/revisions.ts';
import { fixedContext } from '../../fixed-context.ts';
import { template } from '../pods.ts';
import { deployment, replicaSet, rolling } from './deployment-objects.ts';

const names = revisionNames(kubernetesDialect);

/** Runs the controller over unchanging objects for some milliseconds, and returns its actions. */
async function run(web: Deployment, sets: readonly ReplicaSet[], milliseconds = 0) {
  const owner = { apiVersion: 'apps/v1', kind: 'Deployment', name: 'web', uid: 'web', controller: true };
  const ownedBy = { labels: { app: 'web' }, ownerReferences: [owner] };
  const owned = sets.map((set) => ({ ...set, metadata: { ...set.metadata, ...ownedBy } }));
  const { context, clock, stop } = fixedContext({
    '/apis/apps/v1/deployments': [web],
    '/apis/apps/v1/replicasets': owned,
  });
  const done = { created: 0, deleted: [] as unknown[], events: [] as string[] };
  vi.spyOn(context.events, 'record').mockImplementation((_, __, ___, text) => void done.events.push(text));
  const client = {
    ...context.client,
    create: async (_: object, object: ReplicaSet) => {
      done.created += 1;
      return { ...object, metadata: { ...object.metadata, uid: 'created' } };
    },
    update: async (_: object, object: object) => object,
    delete: async ({ name }: { name: string }) => void done.deleted.push(name),
  } as unknown as ApiClient;
  const running = deploymentController.run({
    ...context,
    client,
  });
  await clock.advance(milliseconds);
  stop();
  await running;
  return done;
}

test('A deployment with the strategy Recreate is not reconciled again while nothing changes', async () => {
  expect((await run(deployment({ strategy: { type: 'Recreate' } }), [], 10_000)).created).toBe(1);
});

test('A paused deployment removes surplus revisions, except during a pending rollback', async () => {
  const paused = deployment({ replicas: 0, paused: true, revisionHistoryLimit: 0 });
  const old = replicaSet({ name: 'old', size: 0 });
  const sets = [
    {
      ...old,
      spec: { ...old.spec, selector: { matchLabels: { app: 'web' } }, template: template({ app: 'web' }, 'app:0') },
    },
  ];
  expect((await run(paused, sets)).deleted).toEqual(['old']);
  const annotations = { 'deprecated.deployment.rollback.to': '1' };
  const rolledBack = { ...paused, metadata: { ...paused.metadata, annotations } };
  expect((await run(rolledBack, sets)).deleted).toEqual([]);
});

test('The events of proportional scaling have one direction, even for a set that shrinks by rounding', async () => {
  const annotations = { [names.desiredReplicas]: '10', [names.maxReplicas]: '13' };
  const sets = [
    replicaSet({ name: 'large', size: 5, annotations }),
    replicaSet({ name: 'small', size: 4, age: 1, annotations }),
    replicaSet({ name: 'least', size: 1, age: 2, annotations }),
  ].map((set, index) => ({
    ...set,
    spec: {
      ...set.spec,
      selector: { matchLabels: { app: 'web' } },
      template: template({ app: 'web' }, `app:${index}`),
    },
  }));
  const web = deployment({ replicas: 8, strategy: rolling(3, 2) });
  expect((await run(web, sets)).events).toEqual([
    'Scaled up replica set large to 7 from 5',
    'Scaled up replica set small to 3 from 4',
  ]);
});
