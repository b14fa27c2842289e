import { describe, expect, it } from 'vitest';
import type { Pod } from '../../src/api/kinds/core-v1.generated.ts';
import type { PodDisruptionBudget } from '../../src/api/kinds/policy-v1.generated.ts';
import { podInfoOf } from '../../src/scheduler/cluster/pod-info.ts';
import { findCandidate } from '../../src/scheduler/preemption/find-candidate.ts';
import { FakeCluster, nodeNamed, podNamed, seededRandom } from './fake-cluster.ts';

const NOW = Date.parse('2024-01-01T00:00:00Z');
const small = (name: string, priority: number, more: Parameters<typeof podNamed>[1] = {}): Pod =>
  podNamed(name, { priority, requests: { cpu: '2' }, ...more });

/** Returns the node and the victims for a pod, or the reason for no preemption. */
function preempt(cluster: FakeCluster, pod: Pod, budgets: PodDisruptionBudget[] = []) {
  const result = cluster.attempt(pod);
  if ('node' in result || 'problem' in result) throw new Error('the nodes do not reject the pod');
  const { diagnosis, filters } = result;
  const { cache } = cluster.cluster;
  const found = findCandidate({
    info: podInfoOf(pod),
    diagnosis,
    filters,
    cache,
    budgets,
    random: seededRandom(),
    now: NOW,
  });
  if ('problem' in found) return found.problem;
  return `${found.nodeName}: ${found.victims.map((victim) => victim.pod.metadata.name).join(', ')}`;
}

describe('preemption', () => {
  it('removes as few pods as possible, the least important first', () => {
    const cluster = new FakeCluster(nodeNamed('a')).place('a', small('old', 1), small('new', 0));
    expect(preempt(cluster, small('p', 10))).toBe('a: new');
    expect(preempt(cluster, podNamed('p', { priority: 10, requests: { cpu: '4' } }))).toBe('a: old, new');
  });

  it('of equal priority removes the pod that started last', () => {
    const started = (startTime: string) => ({ status: { startTime } });
    const cluster = new FakeCluster(nodeNamed('a')).place(
      'a',
      small('late', 0, started('2023-12-31T12:00:00Z')),
      small('early', 0, started('2023-12-31T11:00:00Z')),
    );
    expect(preempt(cluster, small('p', 10))).toBe('a: late');
  });

  it('chooses the node whose most important victim is the least important', () => {
    const cluster = new FakeCluster(nodeNamed('a'), nodeNamed('b'));
    cluster.place('a', small('a1', 5), small('a2', 5)).place('b', small('b1', 5), small('b2', 3));
    expect(preempt(cluster, small('p', 10))).toBe('b: b2');
  });

  it('spares pods of an exhausted disruption budget', () => {
    const budget: PodDisruptionBudget = {
      kind: 'PodDisruptionBudget',
      apiVersion: 'policy/v1',
      metadata: { name: 'web', namespace: 'default' },
      spec: { selector: { matchLabels: { app: 'web' } } },
      status: { disruptionsAllowed: 0, currentHealthy: 1, desiredHealthy: 1, expectedPods: 1 },
    };
    const cluster = new FakeCluster(nodeNamed('a'), nodeNamed('b'));
    cluster.place('a', podNamed('web', { priority: 0, labels: { app: 'web' }, requests: { cpu: '4' } }));
    cluster.place('b', podNamed('db', { priority: 5, requests: { cpu: '4' } }));
    expect(preempt(cluster, small('p', 10))).toBe('a: web');
    expect(preempt(cluster, small('p', 10), [budget])).toBe('b: db');
  });

  it('reports the number of nodes on which it does not help', () => {
    const cluster = new FakeCluster(
      nodeNamed('a', { allocatable: { cpu: '1' } }),
      nodeNamed('b', { spec: { unschedulable: true } }),
    );
    expect(preempt(cluster, small('p', 10))).toBe(
      'preemption: 0/2 nodes are available: 1 No preemption victims found for incoming pod, 1 Preemption is not helpful for scheduling.',
    );
  });

  it('skips pods that may not preempt, and pods whose victims are still terminating', () => {
    const condition = { type: 'DisruptionTarget', status: 'True', reason: 'PreemptionByScheduler' };
    const leaving = small('leaving', 0, {
      metadata: { name: 'leaving', namespace: 'default', uid: 'l', deletionTimestamp: '2024-01-01T00:00:00Z' },
      status: { conditions: [condition] },
    });
    const cluster = new FakeCluster(nodeNamed('a')).place('a', leaving, small('other', 0));
    expect(preempt(cluster, small('p', 10, { preemptionPolicy: 'Never' }))).toBe(
      'preemption: not eligible due to preemptionPolicy=Never.',
    );
    expect(preempt(cluster, small('p', 10, { status: { nominatedNodeName: 'a' } }))).toBe(
      'preemption: not eligible due to a terminating pod on the nominated node.',
    );
  });

  it('reserves resources for a nominated pod against pods of the same or lower priority', () => {
    const cluster = new FakeCluster(nodeNamed('a')).place('a', small('x', 0));
    cluster.nominated.set(podInfoOf(small('nominated', 5)), 'a');
    expect(cluster.schedule(small('p', 5))).toBe('0/1 nodes are available: 1 Insufficient cpu.');
    expect(cluster.schedule(small('p', 6))).toBe('a');
  });
});
