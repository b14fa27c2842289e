import { expect, test } from 'vitest';
import type { ApiClient } from '../../../../src/client/api-client.ts';
import { replicaSetController } from '../../../../src/controllers/workloads/replicas/replicasets.ts';
import { fixedContext } from '../../fixed-context.ts';

const replicaSet = (name: string, replicas: number) => ({
  apiVersion: 'apps/v1',
  kind: 'ReplicaSet',
  metadata: { name, namespace: 'default', uid: name, resourceVersion: '1', generation: 1 },
  spec: {
    replicas,
    selector: { matchLabels: { app: name } },
    template: { metadata: { labels: { app: name } }, spec: { containers: [{ name: 'app', image: 'app' }] } },
  },
});

/** Returns a client that creates objects immediately, and counts concurrent creations of pods. */
function countingClient(client: ApiClient) {
  const counts = { active: 0, most: 0, created: 0 };
  const create: ApiClient['create'] = async (address, object) => {
    if (address.resource !== 'pods') return object;
    counts.active += 1;
    counts.most = Math.max(counts.most, counts.active);
    await Promise.resolve();
    counts.active -= 1;
    counts.created += 1;
    return { ...object, metadata: {} };
  };
  return { counts, client: { ...client, create } };
}

test('At most 64 missing pods are created concurrently, so that the server rejects none', async () => {
  const sets = [replicaSet('one', 300), replicaSet('two', 200), replicaSet('three', 1)];
  const { context, clock, problems, stop } = fixedContext({ '/apis/apps/v1/replicasets': sets });
  const { counts, client } = countingClient(context.client);
  const run = replicaSetController.run({ ...context, client });
  await clock.advance(1000);
  expect(counts).toEqual({ active: 0, most: 64, created: 501 });
  expect(problems).toEqual([]);
  stop();
  await run;
});
