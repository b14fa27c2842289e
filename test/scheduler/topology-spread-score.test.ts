import { expect, test } from 'vitest';
import type { Pod } from '../../src/api/kinds/core-v1.generated.ts';
import type { NodeInfo } from '../../src/scheduler/cluster/node-info.ts';
import { podInfoOf } from '../../src/scheduler/cluster/pod-info.ts';
import { podTopologySpreadScore } from '../../src/scheduler/plugins/topology-spread/pod-topology-spread-score.ts';
import { FakeCluster, nodeNamed, podNamed, seededRandom } from './fake-cluster.ts';

const HOST = 'kubernetes.io/hostname';
const ZONE = 'topology.kubernetes.io/zone';
const LABELS = { app: 'web' };
const OWNER = { apiVersion: 'apps/v1', kind: 'ReplicaSet', name: 'web', uid: 'u', controller: true };

interface Constraint {
  readonly topologyKey: string;
  readonly maxSkew: number;
}

const DEFAULTS: readonly Constraint[] = [
  { topologyKey: HOST, maxSkew: 3 },
  { topologyKey: ZONE, maxSkew: 5 },
];
const OWN: readonly Constraint[] = [
  { topologyKey: ZONE, maxSkew: 1 },
  { topologyKey: 'rack', maxSkew: 2 },
  { topologyKey: HOST, maxSkew: 4 },
];

/** The scores that the real plugin computes from the pods of each node. */
function expectedScores(nodes: readonly NodeInfo[], all: readonly NodeInfo[], own: readonly Constraint[]): number[] {
  const constraints = own.length > 0 ? own : DEFAULTS;
  const hasKeys = ({ labels }: NodeInfo) =>
    own.length === 0 || constraints.every(({ topologyKey }) => labels[topologyKey] !== undefined);
  const scored = nodes.filter(hasKeys);
  const matching = ({ pods }: NodeInfo) =>
    [...pods.values()].filter(({ pod }) => pod.metadata.labels?.app === 'web').length;
  const sums = nodes.map((node) => {
    if (!hasKeys(node)) return -1;
    let sum = 0;
    for (const { topologyKey, maxSkew } of constraints) {
      const domain = node.labels[topologyKey];
      if (domain === undefined) continue;
      const domains = new Set(scored.map(({ labels }) => labels[topologyKey] ?? ''));
      const others = all.filter((other) => hasKeys(other) && (other.labels[topologyKey] ?? '') === domain);
      const [count, size] =
        topologyKey === HOST
          ? [matching(node), scored.length]
          : [others.reduce((total, other) => total + matching(other), 0), domains.size];
      sum += count * Math.log(size + 2) + (maxSkew - 1);
    }
    return Math.round(sum);
  });
  const [lowest, highest] = [Math.min(...sums.filter((sum) => sum >= 0)), Math.max(0, ...sums)];
  return sums.map((sum) => {
    if (sum < 0) return 0;
    return highest === 0 ? 100 : Math.floor((100 * (highest + lowest - sum)) / highest);
  });
}

test('Scores for topology spread equal a count over all pods, with and without constraints of the pod', () => {
  for (let seed = 1; seed <= 150; seed++) {
    const random = seededRandom(seed);
    const pick = <T>(items: readonly T[]): T => items[(random.bytes(1)[0] ?? 0) % items.length] as T;
    const labels = () => ({
      ...pick([{}, { [ZONE]: '' }, { [ZONE]: 'eu' }, { [ZONE]: 'us' }]),
      ...pick([{}, { rack: '1' }]),
    });
    const names = ['a', 'b', 'c', 'd', 'e', 'f'];
    const fake = new FakeCluster(...names.map((name) => nodeNamed(name, { labels: labels() })));
    const { cluster } = fake;
    fake.replicaSets.set({
      kind: 'ReplicaSet',
      apiVersion: 'apps/v1',
      metadata: { name: 'web', namespace: 'default' },
      spec: { selector: { matchLabels: LABELS } },
    });
    const own = OWN.slice(0, pick([0, 0, 1, 2, 3]));
    const topologySpreadConstraints = own.map((constraint) => ({
      ...constraint,
      whenUnsatisfiable: 'ScheduleAnyway',
      labelSelector: { matchLabels: LABELS },
    }));
    const metadata = { name: 'p', namespace: 'default', uid: 'p', labels: LABELS, ownerReferences: [OWNER] };
    const pod: Pod = podNamed('p', { metadata, topologySpreadConstraints });
    for (let step = 0; step < 8; step++) {
      fake.place(pick(names), podNamed(`p${pick(names)}`, { labels: pick([LABELS, LABELS, { app: 'other' }]) }));
      if (pick([0, 0, 1]) === 1) cluster.cache.setNode(nodeNamed(pick(names), { labels: labels() }));
      if (pick([0, 0, 0, 1]) === 1) cluster.cache.removeNode(pick(names));
      const all = cluster.cache.nodes;
      const nodes = all.filter(() => pick([true, true, false]));
      if (nodes.length === 0) continue;
      const scores = podTopologySpreadScore.score(podInfoOf(pod), nodes, cluster) ?? [];
      expect(Array.from(scores), `seed ${seed}, step ${step}`).toEqual(expectedScores(nodes, all, own));
    }
  }
});
