import { afterAll, beforeAll, expect, test } from 'vitest';
import { serviceAccountsController } from '../../../../src/controllers/accounts/service-accounts.ts';
import { daemonSetController } from '../../../../src/controllers/workloads/daemonsets/daemonsets.ts';
import { until } from '../../../helpers/until.ts';
import { openControlledServer } from '../../controlled-server.ts';

let cluster: Awaited<ReturnType<typeof openControlledServer>>;
const SETS = '/apis/apps/v1/namespaces/shop/daemonsets';
const PODS = '/api/v1/namespaces/shop/pods';

beforeAll(async () => {
  cluster = await openControlledServer([serviceAccountsController, daemonSetController]);
  await cluster.create('/api/v1/namespaces', { metadata: { name: 'shop' } });
  await until(async () => (await cluster.codeOf('/api/v1/namespaces/shop/serviceaccounts/default')) === 200);
});
afterAll(() => cluster.close());

const read = async (path: string) => (await cluster.ask(path)).body;
const addNode = async (name: string) => {
  await cluster.create('/api/v1/nodes', { metadata: { name } });
  // No node controller runs here to remove the initial taint.
  await cluster.merge(`/api/v1/nodes/${name}`, { spec: { taints: null } });
};
const podCount = async () => (await read(PODS)).items.length;

test('A daemon set follows the nodes, and keeps the revisions of its template', async () => {
  await addNode('n1');
  await cluster.create(SETS, {
    metadata: { name: 'agent' },
    spec: {
      selector: { matchLabels: { app: 'agent' } },
      template: { metadata: { labels: { app: 'agent' } }, spec: { containers: [{ name: 'app', image: 'app:1' }] } },
    },
  });
  await expect.poll(podCount).toBe(1);
  await addNode('n2');
  await expect.poll(podCount).toBe(2);
  await cluster.merge(`${SETS}/agent`, { spec: { template: { metadata: { labels: { v: '2' } } } } });
  const revisions = async () =>
    (await read('/apis/apps/v1/namespaces/shop/controllerrevisions')).items.map(
      ({ revision }: { revision: number }) => revision,
    );
  await expect.poll(async () => (await revisions()).sort()).toEqual([1, 2]);
  // Unready pods are all replaced immediately.
  await expect.poll(async () => (await read(`${SETS}/agent`)).status.updatedNumberScheduled).toBe(2);
  await cluster.ask('/api/v1/nodes/n2', 'DELETE');
  await expect.poll(podCount).toBe(1);
});

test('A failed pod is replaced, and the event names the node', async () => {
  const [pod] = (await read(PODS)).items;
  await cluster.merge(`${PODS}/${pod.metadata.name}/status`, { status: { phase: 'Failed' } });
  await expect.poll(() => cluster.codeOf(`${PODS}/${pod.metadata.name}`)).toBe(404);
  await expect.poll(podCount).toBe(1);
  const events = '/api/v1/namespaces/shop/events?fieldSelector=reason=FailedDaemonPod';
  const message = `Found failed daemon pod shop/${pod.metadata.name} on node n1, will try to kill it`;
  await expect.poll(async () => (await read(events)).items[0]?.message).toBe(message);
});
