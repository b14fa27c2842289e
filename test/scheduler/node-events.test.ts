import { expect, test } from 'vitest';
import type { Node } from '../../src/api/kinds/core-v1.generated.ts';
import { nodeActions } from '../../src/scheduler/queue/node-events.ts';
import { nodeNamed } from './fake-cluster.ts';

const taints = [{ key: 'busy', effect: 'NoSchedule' }];
const ready = (lastHeartbeatTime: string, status = 'True') => [{ type: 'Ready', status, lastHeartbeatTime }];
const before: Node = { ...nodeNamed('a'), spec: { podCIDR: '10.0.0.0/24' } };
const withConditions = (node: Node, conditions: ReturnType<typeof ready>): Node => ({
  ...node,
  status: { ...node.status, conditions },
});

test('An update of a node reports the changed parts that affect whether pods fit', () => {
  const updates: readonly (readonly [Node, ...string[]])[] = [
    [before],
    [structuredClone(before)],
    [{ ...before, metadata: { ...before.metadata, resourceVersion: '2', annotations: { a: 'b' } } }],
    [{ ...before, metadata: { ...before.metadata, labels: { zone: 'eu' } } }, 'label'],
    [{ ...before, spec: { ...before.spec, taints } }, 'taint'],
    [{ ...before, spec: { ...before.spec, unschedulable: true } }, 'taint'],
    [{ ...before, spec: { ...before.spec, unschedulable: false } }],
    [{ ...before, status: { ...before.status, allocatable: { cpu: '8' } } }, 'allocatable'],
    [withConditions(before, ready('1')), 'condition'],
    [{ ...before, metadata: { name: 'a' }, spec: { taints, unschedulable: true } }, 'taint', 'label'],
  ];
  for (const [after, ...actions] of updates) expect(nodeActions(before, after), JSON.stringify(after)).toEqual(actions);
});

test('A heartbeat reports no changes', () => {
  const at = (time: string, status?: string) => withConditions(before, ready(time, status));
  expect(nodeActions(at('1'), at('2'))).toEqual([]);
  expect(nodeActions(at('1'), at('2', 'Unknown'))).toEqual(['condition']);
});
