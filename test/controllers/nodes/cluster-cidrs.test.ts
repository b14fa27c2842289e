import { expect, test } from 'vitest';
import type { Node } from '../../../src/api/kinds/core-v1.generated.ts';
import type { ClusterCIDR } from '../../../src/api/kinds/networking-v1alpha1.generated.ts';
import { rangesFromClusterCidrs } from '../../../src/controllers/nodes/cluster-cidrs.ts';

const node = (labels: Record<string, string> = {}): Node => ({
  apiVersion: 'v1',
  kind: 'Node',
  metadata: { name: 'node', labels },
});
const zone = (name: string) => ({
  nodeSelectorTerms: [{ matchExpressions: [{ key: 'zone', operator: 'In', values: [name] }] }],
});
const clusterCidr = (name: string, spec: Partial<NonNullable<ClusterCIDR['spec']>>): ClusterCIDR => ({
  apiVersion: 'networking.k8s.io/v1alpha1',
  kind: 'ClusterCIDR',
  metadata: { name },
  spec: { perNodeHostBits: 8, ipv4: '', ipv6: '', ...spec },
});
const NONE = new Set<string>();

test('a node gets the first free range of each family, with the size of the host bits', () => {
  const dual = clusterCidr('dual', { ipv4: '10.1.0.0/16', ipv6: 'fd00:1::/112' });
  expect(rangesFromClusterCidrs(node(), [dual], NONE)).toEqual(['10.1.0.0/24', 'fd00:1::/120']);
  const used = new Set(['10.1.0.0/24', 'fd00:1::/120']);
  expect(rangesFromClusterCidrs(node(), [dual], used)).toEqual(['10.1.1.0/24', 'fd00:1::100/120']);
  expect(
    rangesFromClusterCidrs(node(), [clusterCidr('small', { ipv4: '10.2.0.0/24', perNodeHostBits: 4 })], NONE),
  ).toEqual(['10.2.0.0/28']);
});

test('a ClusterCIDR that selects the node is preferred to one that selects all nodes', () => {
  const all = clusterCidr('all', { ipv4: '10.1.0.0/16' });
  const east = clusterCidr('east', { ipv4: '10.2.0.0/16', nodeSelector: zone('east') });
  expect(rangesFromClusterCidrs(node({ zone: 'east' }), [all, east], NONE)).toEqual(['10.2.0.0/24']);
  expect(rangesFromClusterCidrs(node({ zone: 'west' }), [all, east], NONE)).toEqual(['10.1.0.0/24']);
});

test('a node gets a range of the next ClusterCIDR when one is full, and none when all are full', () => {
  const full = clusterCidr('a-full', { ipv4: '10.1.0.0/24' });
  const next = clusterCidr('b-next', { ipv4: '10.2.0.0/24' });
  const used = new Set(['10.1.0.0/24']);
  expect(rangesFromClusterCidrs(node(), [next, full], used)).toEqual(['10.2.0.0/24']);
  expect(rangesFromClusterCidrs(node(), [full], used)).toBeUndefined();
  expect(rangesFromClusterCidrs(node(), [], NONE)).toBeUndefined();
});

test('a node gets no range from a terminating ClusterCIDR', () => {
  const deleted = clusterCidr('deleted', { ipv4: '10.1.0.0/16' });
  deleted.metadata.deletionTimestamp = '2023-11-21T00:00:00Z';
  expect(rangesFromClusterCidrs(node(), [deleted], NONE)).toBeUndefined();
});
