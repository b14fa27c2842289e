import { describe, expect, it } from 'vitest';
import { kubernetesDialect } from '../../../src/api/dialect.ts';
import type { Node } from '../../../src/api/kinds/core-v1.generated.ts';
import { type ControllerFlags, DEFAULT_CONTROLLER_FLAGS } from '../../../src/controllers/flags/controller-flags.ts';
import { missingLabels } from '../../../src/controllers/nodes/node-labels.ts';
import { taintSteps, taintsByCondition } from '../../../src/controllers/nodes/node-taints.ts';
import { PodRanges, podRangesOf } from '../../../src/controllers/nodes/pod-ranges.ts';
import { toleratedFor } from '../../../src/controllers/nodes/taint-manager.ts';
import { nextStep } from '../../../src/controllers/nodes/ttl.ts';
import { ZoneEvictions } from '../../../src/controllers/nodes/zone-evictions.ts';
import { zoneState } from '../../../src/controllers/nodes/zones.ts';

describe('taints by condition', () => {
  const node = (spec: Node['spec'], ...conditions: [type: string, status: string][]): Node => ({
    kind: 'Node',
    apiVersion: 'v1',
    metadata: { name: 'a' },
    spec,
    status: { conditions: conditions.map(([type, status]) => ({ type, status })) },
  });
  const taintsOf = (given: Node) => taintsByCondition(given, kubernetesDialect, 'now');

  it('are added for problems and for a cordoned node, after other taints', () => {
    const others = [{ key: 'dedicated', effect: 'NoSchedule' }];
    const given = node({ unschedulable: true, taints: others }, ['Ready', 'Unknown'], ['DiskPressure', 'True']);
    expect(taintsOf(given)).toEqual([
      { key: 'dedicated', effect: 'NoSchedule' },
      { key: 'node.kubernetes.io/unreachable', effect: 'NoSchedule', timeAdded: 'now' },
      { key: 'node.kubernetes.io/disk-pressure', effect: 'NoSchedule', timeAdded: 'now' },
      { key: 'node.kubernetes.io/unschedulable', effect: 'NoSchedule', timeAdded: 'now' },
    ]);
  });

  it('are removed when the problem ends, except NoExecute taints', () => {
    const taints = [
      { key: 'node.kubernetes.io/not-ready', effect: 'NoSchedule' },
      { key: 'node.kubernetes.io/not-ready', effect: 'NoExecute' },
    ];
    expect(taintsOf(node({ taints }, ['Ready', 'True']))).toEqual([taints[1]]);
    expect(taintsOf(node({ taints: taints.slice(1) }, ['Ready', 'True']))).toBeUndefined();
  });
});

describe('a taint that replaces another', () => {
  const taint = (key: string) => ({ key, effect: 'NoSchedule' });
  const [other, old, fresh] = [taint('other'), taint('old'), taint('fresh')];

  it('is added before the other one is removed, so that the node always has a taint', () => {
    expect(taintSteps([other, old], [other, fresh])).toEqual([
      [other, old, fresh],
      [other, fresh],
    ]);
  });

  it('requires one write when taints are only added or only removed', () => {
    expect(taintSteps([other], [other, fresh])).toEqual([[other, fresh]]);
    expect(taintSteps([other, old], [other])).toEqual([[other]]);
  });
});

describe('the deprecated labels of a node', () => {
  it('repeat the operating system and the architecture', () => {
    expect(missingLabels({ 'kubernetes.io/os': 'linux', 'beta.kubernetes.io/os': 'other' }, kubernetesDialect)).toEqual(
      {
        'beta.kubernetes.io/os': 'linux',
      },
    );
    expect(missingLabels({}, kubernetesDialect)).toEqual({});
  });
});

describe('the taint manager', () => {
  const taints = [
    { key: 'a', effect: 'NoExecute' },
    { key: 'b', effect: 'NoExecute' },
  ];
  it('keeps a pod for its shortest toleration if the pod tolerates all taints', () => {
    const a = { key: 'a', operator: 'Exists', tolerationSeconds: 30 };
    const b = { key: 'b', operator: 'Exists', tolerationSeconds: 10 };
    expect(toleratedFor(taints, [a, b])).toBe(10_000);
    expect(toleratedFor(taints, [a])).toBe(0);
    expect(toleratedFor(taints, [{ operator: 'Exists' }])).toBe(Number.POSITIVE_INFINITY);
    expect(toleratedFor(taints, [{ operator: 'Exists', tolerationSeconds: -1 }])).toBe(0);
    expect(toleratedFor([], [])).toBe(Number.POSITIVE_INFINITY);
  });
});

describe('ranges of pod addresses', () => {
  it('are different for each node, and released with the node', () => {
    const ranges = new PodRanges('10.0.0.0/22', 24);
    ranges.occupy('known', ['10.0.1.0/24']);
    expect(['a', 'b', 'c', 'd'].map((node) => ranges.allocate(node))).toEqual([
      '10.0.0.0/24',
      '10.0.2.0/24',
      '10.0.3.0/24',
      undefined,
    ]);
    ranges.release('b');
    expect(ranges.allocate('d')).toBe('10.0.2.0/24');
    expect(ranges.allocate('d')).toBe('10.0.2.0/24');
  });
});

describe('the ranges of flags', () => {
  const rangesOf = (flags: Partial<ControllerFlags>) => podRangesOf({ ...DEFAULT_CONTROLLER_FLAGS, ...flags });
  const first = (flags: Partial<ControllerFlags>) => rangesOf(flags).map((ranges) => ranges.allocate('node'));

  it('cover one or both families, divided by the default or configured mask size', () => {
    expect(first({})).toEqual(['10.128.0.0/24']);
    expect(first({ 'cluster-cidr': '10.9.0.0/16,fd00::/56' })).toEqual(['10.9.0.0/24', 'fd00::/64']);
    expect(first({ 'cluster-cidr': '10.9.0.0/16', 'node-cidr-mask-size': 26 })).toEqual(['10.9.0.0/26']);
    expect(first({ 'cluster-cidr': 'fd00::/108', 'node-cidr-mask-size-ipv6': 120 })).toEqual(['fd00::/120']);
  });

  it('exclude the addresses of services', () => {
    const flags = { 'cluster-cidr': '10.9.0.0/22', 'service-cluster-ip-range': '10.9.0.0/23' };
    const [ranges] = rangesOf(flags);
    expect(['a', 'b', 'c'].map((node) => ranges?.allocate(node))).toEqual(['10.9.2.0/24', '10.9.3.0/24', undefined]);
    expect(first({ ...flags, 'service-cluster-ip-range': '10.0.0.0/8' })).toEqual([undefined]);
  });

  it.each([
    [{ 'cluster-cidr': '10.9.0.0' }, '--cluster-cidr: invalid CIDR address: 10.9.0.0'],
    [{ 'cluster-cidr': '10.9.0.0/16,10.8.0.0/16' }, 'not configured as dual stack'],
    [
      { 'cluster-cidr': '10.9.0.0/16,10.8.0.0/16,10.7.0.0/16' },
      'length of clusterCIDRs is:3 more than max allowed of 2',
    ],
    [{ 'cluster-cidr': '10.9.0.0/16,fd00::/56', 'node-cidr-mask-size': 26 }, 'is not allowed with dual-stack clusters'],
    [{ 'node-cidr-mask-size': 26, 'node-cidr-mask-size-ipv4': 26 }, 'is not allowed if --node-cidr-mask-size is set'],
    [{ 'node-cidr-mask-size-ipv6': 80 }, 'ipv6 is not allowed for a single-stack IPv4 cluster'],
    [{ 'cluster-cidr': '10.9.0.0/25' }, 'must be less than or equal to --node-cidr-mask-size'],
    [{ 'cluster-cidr': 'fd00::/40' }, 'New CIDR set failed; the node CIDR size is too big'],
  ])('are rejected when they are inconsistent: %j', (flags, problem) => {
    expect(() => rangesOf(flags)).toThrow(problem);
  });
});

describe('the object cache TTL of nodes', () => {
  it('grows with the cluster, and shrinks with hysteresis', () => {
    expect([0, 100, 101].map((count) => nextStep(0, count))).toEqual([0, 0, 1]);
    expect([95, 89].map((count) => nextStep(1, count))).toEqual([1, 0]);
    expect(nextStep(0, 1500)).toBe(3);
  });
});

describe('zones', () => {
  it('count as disrupted when all, or more than two and 55 percent, of their nodes are unhealthy', () => {
    expect(zoneState(0, 1)).toBe('FullDisruption');
    expect(zoneState(1, 2)).toBe('Normal');
    expect(zoneState(2, 3)).toBe('PartialDisruption');
    expect(zoneState(3, 3)).toBe('Normal');
  });

  it('follow the flags', () => {
    const flags = { ...DEFAULT_CONTROLLER_FLAGS, 'unhealthy-zone-threshold': 0.8, 'node-eviction-rate': 1 };
    expect(zoneState(2, 3, flags)).toBe('Normal');
    const evictions = new ZoneEvictions({ ...flags, 'large-cluster-size-threshold': 4 });
    evictions.update(new Map([['', { ready: 5, unready: 2 }]]));
    for (const node of ['a', 'b', 'c', 'd']) evictions.mark('', node);
    expect([0, 999, 1000].map((now) => evictions.take(now))).toEqual([['a'], [], ['b']]);
    evictions.update(new Map([['', { ready: 1, unready: 5 }]]));
    expect([2000, 101_999, 102_000].map((now) => evictions.take(now))).toEqual([['c'], [], ['d']]);
  });

  it('taint one node every ten seconds', () => {
    const evictions = new ZoneEvictions();
    evictions.update(new Map([['', { ready: 5, unready: 2 }]]));
    for (const node of ['a', 'b']) evictions.mark('', node);
    expect([0, 9999, 10_000].map((now) => evictions.take(now))).toEqual([['a'], [], ['b']]);
  });

  it('stop evictions while no node in any zone responds', () => {
    const evictions = new ZoneEvictions();
    const down = { ready: 0, unready: 2 };
    evictions.mark('x', 'a');
    expect(
      evictions.update(
        new Map([
          ['x', down],
          ['y', down],
        ]),
      ),
    ).toBe('stopped');
    expect(evictions.take(0)).toEqual([]);
    expect(
      evictions.update(
        new Map([
          ['x', down],
          ['y', { ready: 1, unready: 1 }],
        ]),
      ),
    ).toBe('resumed');
    expect(evictions.take(0)).toEqual(['a']);
  });
});
