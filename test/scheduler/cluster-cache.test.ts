import { expect, test } from 'vitest';
import type { Pod } from '../../src/api/kinds/core-v1.generated.ts';
import { type LabelSelector, noLabel, parseLabelSelector } from '../../src/api/selectors/label-selector.ts';
import type { ClusterCache } from '../../src/scheduler/cluster/cluster-cache.ts';
import { countsAsMatch } from '../../src/scheduler/cluster/matching-pods.ts';
import type { NodeInfo } from '../../src/scheduler/cluster/node-info.ts';
import { podNeeds } from '../../src/scheduler/cluster/pod-needs.ts';
import { FakeCluster, nodeNamed, podNamed, seededRandom } from './fake-cluster.ts';

const NODES = ['a', 'b'];
const NEEDS = [{ cpu: '50m', memory: '1Gi' }, { cpu: '3900m' }].map((requests) =>
  podNeeds(podNamed('p', { requests })),
);
const SELECTORS = ['app=web', 'app in (web)', 'app in (web,other)', 'app!=web', 'app', '!app', 'app=web,!tier', ''].map(
  parseLabelSelector,
);

/** Further selectors, which are first counted when there are pods. */
const LATE_SELECTORS = [
  'app in (other)',
  'app,app=other',
  'app==web,tier!=db',
  'tier notin (db)',
  'app in (other,web)',
].map(parseLabelSelector);

const emptyCluster = () => new FakeCluster(...NODES.map((name) => nodeNamed(name)));

/** The cache's data about its nodes. An absent amount equals zero. */
const summary = (cache: ClusterCache) => {
  return cache.nodes.map((info) => {
    const { name, pods, requested, scoredRequested, podsWithAffinity } = info;
    return {
      name,
      pods: [...pods.values()].map(({ pod }) => pod).sort((a, b) => (uidOf(a) < uidOf(b) ? -1 : 1)),
      requested: [requested.cpu ?? 0, requested.memory ?? 0],
      scoredRequested: [scoredRequested.cpu ?? 0, scoredRequested.memory ?? 0],
      withAffinity: podsWithAffinity.size,
      fits: NEEDS.map((needs) => cache.resourceFits.of(needs).scoreOf(info)),
      zone: zoneOf(info, cache),
      matching: SELECTORS.map((selector) => cache.countMatching('default', selector).get(info) ?? 0),
    };
  });
};

/** The number of the node's zone, whether the node has the label, and the number of zones; undefined without zones. */
function zoneOf({ position }: NodeInfo, cache: ClusterCache) {
  const domains = cache.domainsOf('zone');
  return domains && [domains.numbers[position], domains.isLabeled[position], domains.size];
}

/** The numbers of matching pods, counted one by one. */
const countOneByOne = ({ nodes }: ClusterCache, namespace: string, selector: LabelSelector) =>
  nodes.flatMap(({ name, pods }) => {
    const { length } = [...pods.values()].filter((info) => countsAsMatch(info, namespace, selector));
    return length > 0 ? [[name, length]] : [];
  });

const uidOf = ({ metadata }: Pod): string => metadata.uid ?? '';

const podAntiAffinity = {
  requiredDuringSchedulingIgnoredDuringExecution: [{ topologyKey: 'zone', labelSelector: {} }],
};
const otherContainers = [
  { name: 'app', image: 'app', resources: { requests: { cpu: '300m' } }, ports: [{ containerPort: 80, hostPort: 80 }] },
];

/** Changes of a pod that keep the identity of unchanged parts, as the states of an informer do. */
const CHANGES: readonly ((pod: Pod) => Pod)[] = [
  (pod) => ({ ...pod, status: { ...pod.status, message: 'changed' } }),
  (pod) => ({ ...pod, metadata: { ...pod.metadata, labels: { ...pod.metadata.labels } } }),
  (pod) => ({ ...pod, metadata: { ...pod.metadata, resourceVersion: '9' } }),
  (pod) => ({ ...pod, metadata: { ...pod.metadata, labels: { app: 'web' } } }),
  (pod) => ({ ...pod, metadata: { ...pod.metadata, labels: { app: 'other' } } }),
  (pod) => ({ ...pod, metadata: { ...pod.metadata, labels: { app: 'other', tier: 'db' } } }),
  (pod) => ({ ...pod, metadata: { ...pod.metadata, deletionTimestamp: '2024-01-01T00:00:00Z' } }),
  (pod) => ({ ...pod, spec: { ...pod.spec, containers: otherContainers } }),
  (pod) => ({ ...pod, spec: { ...pod.spec, containers: structuredClone(pod.spec?.containers ?? []) } }),
  (pod) => ({ ...pod, spec: { containers: [], ...pod.spec, affinity: { podAntiAffinity } } }),
  (pod) => ({ ...pod, spec: { containers: [], ...pod.spec, overhead: { cpu: '50m' } } }),
  (pod) => ({ ...pod, spec: { containers: [], ...pod.spec, nodeName: pod.spec?.nodeName === 'a' ? 'b' : 'a' } }),
  (pod) => ({ ...pod, status: { phase: 'Succeeded' } }),
];

const NODE_STATES = [
  {},
  { allocatable: { cpu: '16', memory: '4Gi' } },
  { allocatable: { cpu: '0', pods: '1' } },
  { labels: { zone: 'eu' } },
  { labels: { zone: 'us' } },
];

test('A cache that followed pods and nodes equals a cache of their last states', () => {
  for (let seed = 1; seed <= 60; seed++) {
    const random = seededRandom(seed);
    const pick = (length: number): number => (random.bytes(1)[0] ?? 0) % length;
    const followed = emptyCluster();
    const { cache } = followed.cluster;
    // Counts requested from the start must be kept current.
    summary(cache);
    const states = new Map<string, Pod>();
    const nodes = [{}, {}];
    for (let step = 0; step < 30; step++) {
      const name = `p${pick(4)}`;
      const namespace = name === 'p0' ? 'other' : 'default';
      const before = states.get(name) ?? podNamed(name, { namespace, nodeName: 'a', requests: { cpu: '100m' } });
      const after = CHANGES[pick(CHANGES.length)]?.(before) ?? before;
      states.set(name, after);
      cache.setPod(after);
      nodes[pick(2)] = NODE_STATES[pick(NODE_STATES.length)] ?? {};
      for (const [index, state] of nodes.entries()) cache.setNode(nodeNamed(NODES[index] ?? '', state));
      summary(cache);
    }
    const fresh = emptyCluster();
    for (const [index, state] of nodes.entries()) fresh.cluster.cache.setNode(nodeNamed(NODES[index] ?? '', state));
    for (const pod of states.values()) fresh.cluster.cache.setPod(pod);
    expect(summary(cache), `seed ${seed}`).toEqual(summary(fresh.cluster.cache));
    for (const namespace of ['default', 'other'])
      for (const selector of [...SELECTORS, ...LATE_SELECTORS])
        expect(
          [...cache.countMatching(namespace, selector)].map(([{ name }, count]) => [name, count]).sort(),
          `seed ${seed}: ${selector} in ${namespace}`,
        ).toEqual(countOneByOne(cache, namespace, selector));
  }
});

test('A selector counts pods on a node that was added after the first count', () => {
  const { cache } = new FakeCluster().place('a', podNamed('p')).cluster;
  const counts = cache.countMatching('default', parseLabelSelector(''));
  cache.setNode(nodeNamed('a'));
  expect([...counts]).toEqual([[cache.node('a'), 1]]);
});

test('A selector that matches nothing counts no pods, although its text equals that of an empty selector', () => {
  const { cache } = emptyCluster().place('a', podNamed('p')).cluster;
  expect(cache.countMatching('default', parseLabelSelector('')).size).toBe(1);
  expect(cache.countMatching('default', noLabel).size).toBe(0);
});

test('Taints and cordons keep pods off a node until they are removed', () => {
  const fake = new FakeCluster(nodeNamed('a'));
  const { cache } = fake.cluster;
  const pod = podNamed('p');
  cache.setNode(nodeNamed('a', { spec: { taints: [{ key: 'gpu', value: 'yes', effect: 'NoSchedule' }] } }));
  expect(fake.schedule(pod)).toContain('1 node(s) had untolerated taint {gpu: yes}');
  cache.setNode(nodeNamed('a', { spec: { unschedulable: true } }));
  expect(fake.schedule(pod)).toContain('1 node(s) were unschedulable');
  cache.setNode(nodeNamed('a'));
  expect(fake.schedule(pod)).toBe('a');
});
