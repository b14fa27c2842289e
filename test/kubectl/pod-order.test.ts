import { expect, test } from 'vitest';
import type { AnyObject } from '../../src/kubectl/command.ts';
import { podOrder } from '../../src/kubectl/commands/workloads/pod-order.ts';

interface PodFacts {
  readonly node?: string;
  readonly phase?: string;
  readonly readySince?: string;
  readonly restarts?: number;
  readonly created?: string;
}

const pod = ({ node = 'n', phase = 'Running', readySince, restarts = 0, created = '09:00' }: PodFacts): AnyObject => ({
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: { name: 'p', creationTimestamp: `2024-01-15T${created}:00Z` },
  spec: { nodeName: node },
  status: {
    phase,
    conditions: [
      readySince
        ? { type: 'Ready', status: 'True', lastTransitionTime: `2024-01-15T${readySince}:00Z` }
        : { type: 'Ready', status: 'False', lastTransitionTime: '2024-01-15T08:00:00Z' },
    ],
    containerStatuses: [{ restartCount: restarts }, { restartCount: 0 }],
  },
});

test.each<[string, PodFacts, PodFacts]>([
  ['has a node', { phase: 'Pending' }, { node: '', phase: 'Running' }],
  ['runs', { created: '10:00' }, { phase: 'Pending', readySince: '09:00' }],
  ['is ready', { readySince: '09:30', created: '10:00' }, {}],
  ['has been ready for longer', { readySince: '09:01', created: '10:00' }, { readySince: '09:02' }],
  ['is older', { created: '09:00' }, { created: '09:01' }],
])('a pod that %s is read from before others', (_, first, second) => {
  for (const compare of [podOrder('most first'), podOrder('fewest first')]) {
    expect(compare(pod(first), pod(second))).toBeLessThan(0);
    expect(compare(pod(second), pod(first))).toBeGreaterThan(0);
    expect(compare(pod(first), pod(first))).toBe(0);
  }
});

test('a pod that restarted more often is read from first for logs, and last for its terminal', () => {
  const [often, never] = [pod({ restarts: 3 }), pod({ created: '08:00' })];
  expect(podOrder('most first')(often, never)).toBeLessThan(0);
  expect(podOrder('fewest first')(often, never)).toBeGreaterThan(0);
});
