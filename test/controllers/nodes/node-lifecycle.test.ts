import { afterEach, beforeEach, expect, test } from 'vitest';
import { nodeLifecycleController } from '../../../src/controllers/nodes/lifecycle.ts';
import { ManualClock } from '../../helpers/manual-clock.ts';
import { openControlledServer } from '../controlled-server.ts';

const NODES = '/api/v1/nodes';
const PODS = '/api/v1/namespaces/default/pods';

let clock: ManualClock;
let cluster: Awaited<ReturnType<typeof openControlledServer>>;
beforeEach(async () => {
  clock = new ManualClock();
  cluster = await openControlledServer([nodeLifecycleController], clock);
});
afterEach(() => cluster.close());

interface Taint {
  readonly key: string;
  readonly effect: string;
}
const read = async (path: string) => (await cluster.ask(path)).body;
const create = (name: string, taints: readonly Taint[] = []) =>
  cluster.create(NODES, { metadata: { name }, spec: { taints } });
const report = (name: string, status: string) =>
  cluster.merge(`${NODES}/${name}/status`, { status: { conditions: [{ type: 'Ready', status }] } });
const taintsOf = async (name: string): Promise<string[]> =>
  ((await read(`${NODES}/${name}`)).spec.taints ?? []).map(({ key, effect }: Taint) => `${key}:${effect}`);

test('The events of a node contain its UID, even after its deletion', async () => {
  const { metadata } = await create('short');
  await clock.advance(10_000);
  await cluster.ask(`${NODES}/short`, 'DELETE');
  await clock.advance(10_000);
  const { items } = await read('/api/v1/namespaces/default/events?fieldSelector=involvedObject.name=short');
  const subjects = items.map(({ reason, involvedObject }: { reason: string; involvedObject: { uid: string } }) => [
    reason,
    involvedObject.uid,
  ]);
  expect(subjects).toEqual([
    ['RegisteredNode', metadata.uid],
    ['RemovingNode', metadata.uid],
  ]);
});

test('A new node loses the NoExecute taints that only conditions may add', async () => {
  await create('new', [
    { key: 'node.kubernetes.io/not-ready', effect: 'NoExecute' },
    { key: 'dedicated', effect: 'NoExecute' },
  ]);
  await clock.advance(10_000);
  expect(await taintsOf('new')).not.toContain('node.kubernetes.io/not-ready:NoExecute');
  expect(await taintsOf('new')).toContain('dedicated:NoExecute');
});

test('Nodes that have never reported count as not ready, and too many of them prevent evictions', async () => {
  for (const name of ['well', 'ill', 'silent-1', 'silent-2']) await create(name);
  await report('well', 'True');
  await report('ill', 'False');
  await clock.advance(20_000);
  expect(await taintsOf('ill')).toEqual(['node.kubernetes.io/not-ready:NoSchedule']);
  for (const name of ['silent-1', 'silent-2']) await cluster.ask(`${NODES}/${name}`, 'DELETE');
  await clock.advance(10_000);
  expect(await taintsOf('ill')).toContain('node.kubernetes.io/not-ready:NoExecute');
});

test('A node that changes from unreachable to not ready has only the new taint', async () => {
  await create('moody');
  await report('moody', 'Unknown');
  await clock.advance(1000);
  expect(await taintsOf('moody')).toEqual(['node.kubernetes.io/unreachable:NoSchedule']);
  await report('moody', 'False');
  await clock.advance(1000);
  expect(await taintsOf('moody')).toEqual(['node.kubernetes.io/not-ready:NoSchedule']);
});

test('A pod under eviction is not marked again when its node gets another taint', async () => {
  await cluster.create('/api/v1/namespaces/default/serviceaccounts', { metadata: { name: 'default' } });
  const tainted = { key: 'first', effect: 'NoExecute' };
  await create('tainted', [tainted]);
  const spec = { nodeName: 'tainted', containers: [{ name: 'app', image: 'app:1' }] };
  await cluster.create(PODS, { metadata: { name: 'evicted' }, spec });
  await clock.advance(10_000);
  const { metadata, status } = await read(`${PODS}/evicted`);
  expect(metadata.deletionTimestamp).toBeDefined();
  expect(status.conditions).toMatchObject([{ type: 'DisruptionTarget', reason: 'DeletionByTaintManager' }]);
  await cluster.merge(`${NODES}/tainted`, { spec: { taints: [tainted, { key: 'second', effect: 'NoExecute' }] } });
  await clock.advance(10_000);
  expect((await read(`${PODS}/evicted`)).status).toEqual(status);
});
