import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { kubernetesDialect } from '../../../src/api/dialect.ts';
import type { Node, Pod, Service } from '../../../src/api/kinds/core-v1.generated.ts';
import type { EndpointSlice } from '../../../src/api/kinds/discovery-v1.generated.ts';
import { TopologyHints } from '../../../src/controllers/networking/slices/hints/topology-hints.ts';
import { allocateToZones } from '../../../src/controllers/networking/slices/hints/zone-allocations.ts';
import { affectsShares, zoneShares } from '../../../src/controllers/networking/slices/hints/zone-shares.ts';
import { planSlices } from '../../../src/controllers/networking/slices/service-slices.ts';
import { endpointPod, service } from './network-objects.ts';

const ZONE = 'topology.kubernetes.io/zone';

const node = (name: string, labels: Record<string, string>, cpu = '4', ready = 'True'): Node => ({
  apiVersion: 'v1',
  kind: 'Node',
  metadata: { name, labels },
  status: { allocatable: { cpu }, conditions: [{ type: 'Ready', status: ready }] },
});
const inZone = (zone: string, cpu?: string): Node => node(`node-${zone}`, { [ZONE]: zone }, cpu);

const annotated = (annotations: Record<string, string>): Service => {
  const { metadata, ...rest } = service();
  return { ...rest, metadata: { ...metadata, annotations } };
};
const AUTO = annotated({ 'service.kubernetes.io/topology-mode': 'Auto' });

/** Returns pods of the service: `aab` has two in zone a and one in zone b. Capital letters are unready pods. */
const podsIn = (zones: string): Pod[] =>
  [...zones].map((letter, index) => {
    const zone = letter.toLowerCase();
    return endpointPod(index + 1, { ready: letter === zone, spec: { nodeName: `node-${zone}` } });
  });

/** Plans a service repeatedly while its nodes and pods change. */
function planned(first: readonly Node[]) {
  let nodes = first;
  let held: EndpointSlice[] = [];
  const hints = new TopologyHints({ list: () => [...nodes] }, kubernetesDialect);
  return {
    setNodes: (next: readonly Node[]) => {
      nodes = next;
      return hints.nodesChanged();
    },
    plan: (pods: readonly Pod[], of: Service = AUTO) => {
      const nodeOf = ({ spec }: Pod) => nodes.find(({ metadata }) => metadata.name === spec?.nodeName);
      const input = { service: of, pods, nodeOf, slices: held, hints, dialect: kubernetesDialect, maximum: 100 };
      const { create, update, notices } = planSlices(input);
      const changed = new Map(update.map((slice) => [slice.metadata.name, slice]));
      const added = create.map((slice, index) => {
        const metadata = { ...slice.metadata, name: `slice-${held.length + index}` };
        return { ...slice, metadata };
      });
      held = [...held.map((slice) => changed.get(slice.metadata.name) ?? slice), ...added];
      const endpoints = held.flatMap(({ endpoints }) => endpoints ?? []);
      const hinted = endpoints.map(({ hints }) => hints?.forZones?.map(({ name }) => name).join() ?? '-');
      return { hinted: hinted.join(''), writes: create.length + update.length, notices };
    },
  };
}

const TWO_ZONES = [inZone('a'), inZone('b')];
const ENABLED = {
  type: 'Normal',
  reason: 'TopologyAwareHintsEnabled',
  message: 'Topology Aware Hints has been enabled, addressType: IPv4',
};
const disabled = (message: string) => ({
  type: 'Warning',
  reason: 'TopologyAwareHintsDisabled',
  message: `${message}, addressType: IPv4`,
});

describe('the hints of endpoints', () => {
  it('keep traffic in the zone of the endpoint', () => {
    expect(planned(TWO_ZONES).plan(podsIn('aabb'))).toEqual({ hinted: 'aabb', writes: 1, notices: [ENABLED] });
  });

  it('assign endpoints of a zone with too many to a zone with too few, by the CPUs of the zones', () => {
    expect(planned(TWO_ZONES).plan(podsIn('aaaaab')).hinted).toBe('bbaaab');
    expect(planned([inZone('a', '2'), inZone('b', '6')]).plan(podsIn('aaaabbbb')).hinted).toBe('bbaabbbb');
  });

  it('are omitted for unready endpoints', () => {
    expect(planned(TWO_ZONES).plan(podsIn('aAbB')).hinted).toBe('a-b-');
  });

  it('are not rewritten when nothing changes', () => {
    const { plan } = planned(TWO_ZONES);
    plan(podsIn('aaab'));
    expect(plan(podsIn('aaab'))).toMatchObject({ writes: 0, notices: [] });
  });

  it.each([
    ['topology-mode', 'Auto', 'aabb'],
    ['topology-mode', 'auto', 'aabb'],
    ['topology-aware-hints', 'Auto', 'aabb'],
    ['topology-mode', 'Disabled', '----'],
    ['topology-mode', 'AUTO', '----'],
  ])('depend on the annotation %s: %s', (name, value, hinted) => {
    const of = annotated({ [`service.kubernetes.io/${name}`]: value });
    expect(planned(TWO_ZONES).plan(podsIn('aabb'), of).hinted).toBe(hinted);
  });

  it('depend on the older annotation when both are set', () => {
    const of = annotated({
      'service.kubernetes.io/topology-mode': 'Auto',
      'service.kubernetes.io/topology-aware-hints': 'Disabled',
    });
    expect(planned(TWO_ZONES).plan(podsIn('aabb'), of).hinted).toBe('----');
  });

  it('are removed with the annotation', () => {
    const { plan } = planned(TWO_ZONES);
    plan(podsIn('aabb'));
    expect(plan(podsIn('aabb'), service())).toEqual({
      hinted: '----',
      writes: 1,
      notices: [disabled('Topology Aware Hints has been disabled')],
    });
    expect(plan(podsIn('aabb'), service())).toMatchObject({ writes: 0, notices: [] });
  });

  it.each([
    [
      'a ready node has no zone',
      [...TWO_ZONES, node('c', {})],
      'aabb',
      'Insufficient Node information: allocatable CPU or zone not specified on one or more nodes',
    ],
    [
      'all ready nodes are in one zone',
      [inZone('a'), node('node-b', { [ZONE]: 'b' }, '4', 'False')],
      'aabb',
      'Insufficient Node information: allocatable CPU or zone not specified on one or more nodes',
    ],
    [
      'there are fewer ready endpoints than zones',
      TWO_ZONES,
      'aB',
      'Insufficient number of endpoints (1 endpoints, 2 zones)',
    ],
    [
      'some zone would be overloaded',
      [inZone('a', '1'), inZone('b', '1'), inZone('c', '8')],
      'abc',
      'Unable to allocate minimum required endpoints to each zone without exceeding overload threshold (3 endpoints, 3 zones)',
    ],
    [
      'an endpoint has no zone',
      [...TWO_ZONES, node('node-c', {}, '4', 'False')],
      'aabbcc',
      'One or more endpoints do not have a zone specified',
    ],
  ])('are removed when %s', (_, nodes, zones, message) => {
    const cluster = planned(TWO_ZONES);
    cluster.plan(podsIn('aabb'));
    cluster.setNodes(nodes);
    const { hinted, notices } = cluster.plan(podsIn(zones));
    expect(hinted).toMatch(/^-+$/);
    expect(notices).toEqual([disabled(message)]);
  });

  it('are recomputed when node changes make a zone too small for its share', () => {
    const cluster = planned(TWO_ZONES);
    cluster.plan(podsIn('aaaabbbb'));
    expect(cluster.setNodes([inZone('a', '4'), inZone('b', '5')])).toEqual([]);
    expect(cluster.setNodes([inZone('a', '2'), inZone('b', '6')])).toEqual(['shop/web']);
    expect(cluster.plan(podsIn('aaaabbbb')).hinted).toBe('bbaabbbb');
  });

  it('stay in a zone with a surplus below half an endpoint, even when another zone has none', () => {
    expect(planned([inZone('a', '13'), inZone('b', '1')]).plan(podsIn('aaaaa')).hinted).toBe('aaaaa');
    expect(planned([inZone('a', '12'), inZone('b', '2')]).plan(podsIn('aaaaa')).hinted).toBe('baaaa');
  });

  it('leave a zone below its minimum only when no zone has a surplus of half an endpoint', () => {
    const sizes = fc.array(fc.integer({ min: 1, max: 16 }), { minLength: 2, maxLength: 4 });
    const zones = fc.string({ unit: fc.constantFrom('a', 'b', 'c', 'd', 'A'), minLength: 1, maxLength: 40 });
    fc.assert(
      fc.property(sizes, fc.array(zones, { minLength: 1, maxLength: 4 }), (cpus, states) => {
        const nodes = cpus.map((cpu, index) => inZone('abcd'[index] ?? '', String(cpu)));
        const shares = zoneShares(nodes, kubernetesDialect);
        const cluster = planned(nodes);
        for (const [index, state] of states.entries()) {
          const known = [...state].filter((letter) => 'abcd'.indexOf(letter.toLowerCase()) < nodes.length).join('');
          const { hinted } = cluster.plan(podsIn(known));
          const ready = [...known].filter((letter) => letter !== 'A').length;
          const allocations = allocateToZones(shares, ready);
          if (typeof allocations === 'string') {
            expect(hinted).toMatch(/^-*$/);
            continue;
          }
          expect(hinted.replaceAll('-', '')).toHaveLength(ready);
          // Later plans keep slices whose hints are still valid.
          if (index > 0) continue;
          const zones = [...allocations].map(([zone, want]) => ({ ...want, count: hinted.split(zone).length - 1 }));
          const isShort = zones.some(({ count, minimum }) => count < minimum);
          const most = Math.max(...zones.map(({ count, desired }) => count - desired));
          if (isShort) expect(most).toBeLessThan(0.5 + 1e-9);
        }
      }),
    );
  });
});

describe('the share of a zone', () => {
  it('excludes nodes of the control plane', () => {
    const master = node('m', { [ZONE]: 'c', 'node-role.kubernetes.io/control-plane': '' });
    expect(zoneShares([inZone('a', '1'), inZone('b', '3'), master], kubernetesDialect)).toEqual(
      new Map([
        ['a', 0.25],
        ['b', 0.75],
      ]),
    );
  });

  it('depends only on the readiness, the zone and the CPUs of nodes', () => {
    const before = inZone('a');
    const affects = (after: Node) => affectsShares(after, before, kubernetesDialect);
    expect(affects(node('node-a', { [ZONE]: 'a', team: 'red' }))).toBe(false);
    expect(affects(node('node-a', { [ZONE]: 'b' }))).toBe(true);
    expect(affects(node('node-a', { [ZONE]: 'a' }, '5'))).toBe(true);
    expect(affects(node('node-a', { [ZONE]: 'a' }, '4', 'Unknown'))).toBe(true);
  });
});
