import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Event, Node, Pod } from '../../src/api/kinds/core-v1.generated.ts';
import { ManualClock } from '../helpers/manual-clock.ts';
import { seededRandom } from '../scheduler/fake-cluster.ts';
import { openSimulatedCluster, type SimulatedCluster } from './simulated-cluster.ts';

const PODS = { group: '', version: 'v1', resource: 'pods', namespace: 'default' };
const NODES = { group: '', version: 'v1', resource: 'nodes' };
const DOWN = 'simulation.tabplane.dev/down';

describe('a node that goes down', () => {
  const clock = new ManualClock();
  let cluster: SimulatedCluster;
  const name = 'simulated-node-0';
  const node = () => cluster.client.get<Node>({ ...NODES, name });
  const pod = () => cluster.client.get<Pod>({ ...PODS, name: 'web' });
  const setDown = (value: string | null) =>
    cluster.client.patch({ ...NODES, name }, 'merge', { metadata: { annotations: { [DOWN]: value } } });
  const readyOf = ({ status }: Node | Pod) =>
    status?.conditions?.find(({ type }: { type: string }) => type === 'Ready')?.status;
  const taintsOf = ({ spec }: Node) => (spec?.taints ?? []).map(({ key, effect }) => `${key}:${effect}`);

  beforeAll(async () => {
    const environment = { clock, random: seededRandom() };
    const controllers = 'scheduler,simulation,nodelifecycle,nodeipam,serviceaccount';
    cluster = await openSimulatedCluster(2, controllers, environment);
    await clock.advance(10_000);
    const spec = { nodeName: name, containers: [{ name: 'app', image: 'nginx' }] };
    await cluster.client.create(PODS, { metadata: { name: 'web' }, spec });
    await clock.advance(10_000);
  });
  afterAll(() => cluster.close());

  it('is ready as long as it sends heartbeats', async () => {
    await clock.advance(300_000);
    expect(readyOf(await node())).toBe('True');
    expect(readyOf(await pod())).toBe('True');
  });

  it('is marked unreachable, and its pods not ready', async () => {
    await setDown('true');
    await clock.advance(70_000);
    expect(readyOf(await node())).toBe('Unknown');
    expect(taintsOf(await node())).toEqual([
      'node.kubernetes.io/unreachable:NoSchedule',
      'node.kubernetes.io/unreachable:NoExecute',
    ]);
    expect(readyOf(await pod())).toBe('False');
    const { items } = await cluster.client.list<Event>({ ...NODES, resource: 'events' });
    expect(items.map(({ reason, message }) => `${reason}: ${message}`)).toContain(
      `NodeNotReady: Node ${name} status is now: NodeNotReady`,
    );
  });

  it('has its pods deleted after their toleration of five minutes; they remain until the node can end them', async () => {
    expect((await pod()).metadata.deletionTimestamp).toBeUndefined();
    await clock.advance(300_000);
    const { metadata, status } = await pod();
    expect(metadata.deletionTimestamp).toBeDefined();
    expect(status?.conditions?.at(-1)).toMatchObject({ type: 'DisruptionTarget', reason: 'DeletionByTaintManager' });
  });

  it('recovers when it is back', async () => {
    await setDown(null);
    await clock.advance(20_000);
    expect(readyOf(await node())).toBe('True');
    expect(taintsOf(await node())).toEqual([]);
    await expect(pod()).rejects.toMatchObject({ code: 404 });
  });
});
