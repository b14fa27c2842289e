import { describe, expect, it } from 'vitest';
import type { Lease } from '../../../src/api/kinds/coordination-v1.generated.ts';
import type { Node, NodeCondition } from '../../../src/api/kinds/core-v1.generated.ts';
import { observe, unknownConditions } from '../../../src/controllers/nodes/node-health.ts';

const SECOND = 1000;
const created = Date.parse('2024-01-01T00:00:00Z');
const nodeWith = (...conditions: NodeCondition[]): Node => ({
  kind: 'Node',
  apiVersion: 'v1',
  metadata: { name: 'a', creationTimestamp: '2024-01-01T00:00:00Z' },
  status: { conditions },
});
const ready = (lastHeartbeatTime: string): NodeCondition => ({ type: 'Ready', status: 'True', lastHeartbeatTime });
const leaseAt = (renewTime: string): Lease => ({
  kind: 'Lease',
  apiVersion: 'coordination.k8s.io/v1',
  metadata: { name: 'a' },
  spec: { renewTime },
});

describe('a node', () => {
  it('is silent 40 seconds after its last observed heartbeat, whatever the time in the heartbeat', () => {
    const node = nodeWith(ready('2020-01-01T00:00:00Z'));
    const seen = observe(node, undefined, undefined, created);
    const later = observe(node, undefined, seen, created + 30 * SECOND);
    expect(unknownConditions(node, later, created + 40 * SECOND)).toBeUndefined();
    const sooner = { 'node-monitor-grace-period': 39 * SECOND, 'node-startup-grace-period': 60 * SECOND };
    expect(unknownConditions(node, later, created + 40 * SECOND, sooner)).toHaveLength(4);
    const conditions = unknownConditions(node, later, created + 40 * SECOND + 1);
    expect(conditions?.map(({ type, status, reason }) => [type, status, reason])).toEqual([
      ['Ready', 'Unknown', 'NodeStatusUnknown'],
      ['MemoryPressure', 'Unknown', 'NodeStatusNeverUpdated'],
      ['DiskPressure', 'Unknown', 'NodeStatusNeverUpdated'],
      ['PIDPressure', 'Unknown', 'NodeStatusNeverUpdated'],
    ]);
    expect(conditions?.[0]?.message).toBe('Kubelet stopped posting node status.');
  });

  it('is not silent while it reports a new time or renews its lease', () => {
    const first = observe(nodeWith(ready('t1')), leaseAt('2024-01-01T00:00:00.000000Z'), undefined, 0);
    const reported = observe(nodeWith(ready('t2')), leaseAt('2024-01-01T00:00:00.000000Z'), first, 30 * SECOND);
    expect(reported.probedAt).toBe(30 * SECOND);
    const renewed = observe(nodeWith(ready('t2')), leaseAt('2024-01-01T00:00:10.000000Z'), reported, 60 * SECOND);
    expect(renewed.probedAt).toBe(60 * SECOND);
    const same = observe(nodeWith(ready('t2')), leaseAt('2024-01-01T00:00:10.000000Z'), renewed, 90 * SECOND);
    expect(same.probedAt).toBe(60 * SECOND);
  });

  it('has 60 seconds from its creation to report', () => {
    const node = nodeWith();
    const seen = observe(node, undefined, undefined, created + 50 * SECOND);
    expect(unknownConditions(node, seen, created + 60 * SECOND)).toBeUndefined();
    expect(unknownConditions(node, seen, created + 60 * SECOND + 1)).toHaveLength(4);
  });

  it('is not marked again when it is already unknown', () => {
    const node = nodeWith({ type: 'Ready', status: 'Unknown', lastHeartbeatTime: 't' });
    const seen = observe(node, undefined, undefined, 0);
    expect(unknownConditions(node, seen, 1000 * SECOND)).toBeUndefined();
  });
});
