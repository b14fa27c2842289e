import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { kubernetesDialect } from '../../../src/api/dialect.ts';
import type { Pod, Service } from '../../../src/api/kinds/core-v1.generated.ts';
import type { Endpoint, EndpointSlice } from '../../../src/api/kinds/discovery-v1.generated.ts';
import { TopologyHints } from '../../../src/controllers/networking/slices/hints/topology-hints.ts';
import { endpointKey, packSlices } from '../../../src/controllers/networking/slices/pack-slices.ts';
import { planSlices } from '../../../src/controllers/networking/slices/service-slices.ts';
import { endpointPod, service } from './network-objects.ts';

const node = {
  apiVersion: 'v1',
  kind: 'Node',
  metadata: { name: 'n', labels: { 'topology.kubernetes.io/zone': 'a' } },
};
const plan = (of: Service, pods: readonly Pod[], slices: readonly EndpointSlice[] = []) =>
  planSlices({
    service: of,
    pods,
    slices,
    nodeOf: ({ spec }) => (spec?.nodeName === 'n' ? node : undefined),
    hints: new TopologyHints({ list: () => [] }, kubernetesDialect),
    dialect: kubernetesDialect,
    maximum: 100,
  });
const stored = (slices: readonly EndpointSlice[]): EndpointSlice[] =>
  slices.map((slice, index) => ({
    ...slice,
    metadata: { ...slice.metadata, name: `slice-${index}`, uid: `${index}` },
  }));
const sizes = (slices: readonly EndpointSlice[]): number[] => slices.map(({ endpoints }) => endpoints?.length ?? 0);

describe('the slices of a Service', () => {
  it('consist of one empty slice without pods, which the first endpoints reuse', () => {
    const first = plan(service({}, { team: 'a' }), []);
    expect(first.create).toMatchObject([
      {
        metadata: {
          generateName: 'web-',
          labels: {
            team: 'a',
            'kubernetes.io/service-name': 'web',
            'endpointslice.kubernetes.io/managed-by': 'endpointslice-controller.k8s.io',
          },
          ownerReferences: [{ kind: 'Service', name: 'web', controller: true, blockOwnerDeletion: true }],
        },
        addressType: 'IPv4',
        endpoints: [],
        ports: [],
      },
    ]);
    const held = stored(first.create);
    expect(plan(service({}, { team: 'a' }), [], held)).toMatchObject({ create: [], update: [], remove: [] });
    const next = plan(service({}, { team: 'a' }), [endpointPod(1)], held);
    expect(next).toMatchObject({ create: [], remove: [], update: [{ metadata: { name: 'slice-0' } }] });
    expect(next.update[0]?.endpoints).toEqual([
      {
        addresses: ['10.1.0.1'],
        conditions: { ready: true, serving: true, terminating: false },
        targetRef: { kind: 'Pod', namespace: 'shop', name: 'p1', uid: 'p1' },
        nodeName: 'n',
        zone: 'a',
      },
    ]);
  });

  it('distinguish ready, serving and terminating pods', () => {
    const conditions = (of: Service, pod: Pod) => plan(of, [pod]).create[0]?.endpoints?.[0]?.conditions;
    const published = service({ publishNotReadyAddresses: true });
    expect(conditions(service(), endpointPod(1, { deleted: true }))).toEqual({
      ready: false,
      serving: true,
      terminating: true,
    });
    expect(conditions(published, endpointPod(1, { ready: false }))).toEqual({
      ready: true,
      serving: false,
      terminating: false,
    });
  });

  it('exclude pods whose node does not exist, unless all addresses are published', () => {
    const lost = endpointPod(1, { spec: { nodeName: 'gone' } });
    expect(plan(service(), [lost])).toMatchObject({ skipped: [lost], create: [{ endpoints: [] }] });
    expect(plan(service({ publishNotReadyAddresses: true }), [lost]).create[0]?.endpoints).toHaveLength(1);
  });

  it('exist for each family and each set of ports', () => {
    const dual = service({ ipFamilies: ['IPv4', 'IPv6'] });
    expect(
      plan(dual, [endpointPod(1, { ips: ['10.1.0.1', 'fd00::1'] })]).create.map((slice) => slice.addressType),
    ).toEqual(['IPv4', 'IPv6']);
    const named = service({ ports: [{ name: 'http', port: 80, targetPort: 'web', protocol: 'TCP' }] });
    const pods = [endpointPod(1, { ports: { web: 1 } }), endpointPod(2, { ports: { web: 2 } })];
    expect(plan(named, pods).create.map(({ ports }) => ports?.[0]?.port)).toEqual([1, 2]);
  });

  it('are replaced when they belong to a deleted Service with the same name', () => {
    const held = stored(plan(service(), [endpointPod(1)]).create);
    const recreated = { ...service(), metadata: { ...service().metadata, uid: 'other' } };
    expect(plan(recreated, [endpointPod(1)], held)).toMatchObject({ remove: held, create: [{}], update: [] });
  });

  it('hold at most 100 endpoints', () => {
    const pods = Array.from({ length: 250 }, (_, index) => endpointPod(index));
    expect(sizes(plan(service(), pods).create)).toEqual([100, 100, 50]);
  });
});

describe('packing endpoints', () => {
  const options = {
    maximum: 4,
    labels: {},
    newSlice: (): EndpointSlice => ({
      apiVersion: 'discovery.k8s.io/v1',
      kind: 'EndpointSlice',
      metadata: { labels: {} },
      addressType: 'IPv4',
      endpoints: [],
    }),
  };
  const endpoint = (number: number): Endpoint => ({ addresses: [`10.0.0.${number}`], conditions: { ready: true } });
  const group = (numbers: readonly number[]) => ({
    ports: [],
    endpoints: new Map(numbers.map((number) => [endpointKey(endpoint(number)), endpoint(number)])),
  });
  const held = (...contents: number[][]) =>
    stored(contents.map((numbers) => ({ ...options.newSlice(), endpoints: numbers.map(endpoint) })));

  it('writes nothing when all endpoints are in place', () => {
    expect(packSlices(held([1, 2], [3]), group([3, 2, 1]), options)).toEqual({ create: [], update: [], remove: [] });
  });

  it('fills slices that already change before other slices', () => {
    const { create, update } = packSlices(held([1, 2, 3], [4]), group([1, 2, 4, 5, 6]), options);
    expect(create).toEqual([]);
    expect(sizes(update)).toEqual([4]);
  });

  it('uses the fullest slice with room for all new endpoints', () => {
    const { update } = packSlices(held([1], [2, 3], [4, 5, 6]), group([1, 2, 3, 4, 5, 6, 7, 8]), options);
    expect(update.map(({ metadata }) => metadata.name)).toEqual(['slice-1']);
  });

  it('removes slices that become empty', () => {
    expect(packSlices(held([1], [2]), group([2]), options).remove.map(({ metadata }) => metadata.name)).toEqual([
      'slice-0',
    ]);
  });

  it('keeps every endpoint exactly once and every slice within the maximum', () => {
    const numbers = fc.uniqueArray(fc.integer({ min: 0, max: 30 }));
    fc.assert(
      fc.property(
        fc.array(fc.uniqueArray(fc.nat(30), { maxLength: 4 }), { maxLength: 5 }),
        numbers,
        (before, wanted) => {
          const existing = held(...before);
          const { create, update, remove } = packSlices(existing, group(wanted), options);
          const touched = new Set([...update, ...remove].map(({ metadata }) => metadata.name));
          const after = [...existing.filter(({ metadata }) => !touched.has(metadata.name)), ...update, ...create];
          const found = after.flatMap(({ endpoints }) => endpoints ?? []).map(endpointKey);
          expect(found.sort()).toEqual([...group(wanted).endpoints.keys()].sort());
          expect(Math.max(0, ...sizes(after))).toBeLessThanOrEqual(4);
        },
      ),
    );
  });
});
