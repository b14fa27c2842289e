import { describe, expect, it } from 'vitest';
import { FakeCluster, nodeNamed, podNamed } from './fake-cluster.ts';

describe('among the nodes that fit, the scheduler prefers', () => {
  it('the one with fewer requested resources', () => {
    const cluster = new FakeCluster(nodeNamed('a'), nodeNamed('b'));
    cluster.place('a', podNamed('x', { requests: { cpu: '2', memory: '4Gi' } }));
    expect(cluster.schedule(podNamed('p'))).toBe('b');
  });

  it('the one without a PreferNoSchedule taint', () => {
    const taints = [{ key: 'busy', effect: 'PreferNoSchedule' }];
    const cluster = new FakeCluster(nodeNamed('a', { spec: { taints } }), nodeNamed('b'));
    expect(cluster.schedule(podNamed('p'))).toBe('b');
  });

  it('the one that matches the preferred node affinity of the pod', () => {
    const cluster = new FakeCluster(nodeNamed('a'), nodeNamed('b', { labels: { disk: 'ssd' } }));
    const preference = { matchExpressions: [{ key: 'disk', operator: 'Exists' }] };
    const affinity = {
      nodeAffinity: { preferredDuringSchedulingIgnoredDuringExecution: [{ weight: 10, preference }] },
    };
    expect(cluster.schedule(podNamed('p', { affinity }))).toBe('b');
  });

  it('the one that already has a large image', () => {
    const images = [{ names: ['registry.example/app:1'], sizeBytes: 900_000_000 }];
    const cluster = new FakeCluster(nodeNamed('a'), nodeNamed('b', { images }));
    expect(cluster.schedule(podNamed('p'))).toBe('b');
  });

  it('the one that matches the preferred pod affinity or anti-affinity of the pod', () => {
    const cluster = new FakeCluster(nodeNamed('a'), nodeNamed('b'));
    cluster.place('b', podNamed('cache', { labels: { app: 'cache' } }));
    const podAffinityTerm = {
      topologyKey: 'kubernetes.io/hostname',
      labelSelector: { matchLabels: { app: 'cache' } },
    };
    const preferred = { preferredDuringSchedulingIgnoredDuringExecution: [{ weight: 100, podAffinityTerm }] };
    expect(cluster.schedule(podNamed('p', { affinity: { podAffinity: preferred } }))).toBe('b');
    expect(cluster.schedule(podNamed('p', { affinity: { podAntiAffinity: preferred } }))).toBe('a');
  });

  it('the one with fewer replicas of the same controller', () => {
    const cluster = new FakeCluster(nodeNamed('a'), nodeNamed('b', { allocatable: { cpu: '3' } }));
    const labels = { app: 'web' };
    cluster.replicaSets.set({
      kind: 'ReplicaSet',
      apiVersion: 'apps/v1',
      metadata: { name: 'web', namespace: 'default' },
      spec: { selector: { matchLabels: labels } },
    });
    const ownerReferences = [{ apiVersion: 'apps/v1', kind: 'ReplicaSet', name: 'web', uid: 'u', controller: true }];
    const replica = (name: string) =>
      podNamed(name, { metadata: { name, namespace: 'default', uid: name, labels, ownerReferences } });
    cluster.place('a', replica('1'), replica('2'));
    expect(cluster.schedule(replica('3'))).toBe('b');
  });

  it('any of several equal ones, chosen by the seed', () => {
    const choices = () => {
      const cluster = new FakeCluster(...['a', 'b', 'c', 'd'].map((name) => nodeNamed(name)));
      return Array.from({ length: 20 }, (_, index) => cluster.schedule(podNamed(`p${index}`)));
    };
    expect(choices()).toEqual(choices());
    expect(new Set(choices()).size).toBe(4);
  });
});

describe('in a large cluster', () => {
  it('nodes take turns, although only some of them are examined for each pod', () => {
    const cluster = new FakeCluster(...Array.from({ length: 500 }, (_, index) => nodeNamed(`n${index}`)));
    const used = new Set<string>();
    for (let index = 0; index < 500; index++) {
      const pod = podNamed(`p${index}`, { requests: { cpu: '3' } });
      const node = cluster.schedule(pod);
      cluster.place(node, pod);
      used.add(node);
    }
    expect(used.size).toBe(500);
    expect(cluster.schedule(podNamed('late', { requests: { cpu: '3' } }))).toBe(
      '0/500 nodes are available: 500 Insufficient cpu.',
    );
  });
});
