import { describe, expect, it } from 'vitest';
import type { Node, Pod } from '../../../src/api/kinds/core-v1.generated.ts';
import { garbageOf, surplusTerminated } from '../../../src/controllers/disruption/pod-garbage.ts';

const pod = (name: string, nodeName?: string, deleted = false): Pod => ({
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: { name, ...(deleted ? { deletionTimestamp: '2024-01-01T00:00:00Z' } : {}) },
  spec: { containers: [], ...(nodeName ? { nodeName } : {}) },
  status: { phase: 'Running' },
});
const node = (ready: string, ...taints: string[]): Node => ({
  apiVersion: 'v1',
  kind: 'Node',
  metadata: { name: 'n' },
  spec: { taints: taints.map((key) => ({ key, effect: 'NoExecute' })) },
  status: { conditions: [{ type: 'Ready', status: ready }] },
});
const outOfService = 'node.kubernetes.io/out-of-service';
const garbage = (of: Pod, on?: Node) => garbageOf({ pod: of, node: on, since: 1000, outOfService });

describe('orphaned and surplus pods', () => {
  it('include pods of a node that has been missing for 40 seconds', () => {
    expect(garbage(pod('a', 'n'), node('True'))).toBeUndefined();
    expect(garbage(pod('a', 'n'))).toMatchObject({
      at: 41_000,
      condition: { type: 'DisruptionTarget', reason: 'DeletionByPodGC', message: 'PodGC: node no longer exists' },
    });
  });

  it('include pods that were deleted before they had a node', () => {
    expect(garbage(pod('a'))).toBeUndefined();
    expect(garbage(pod('a', undefined, true))).toEqual({ at: 11_000 });
  });

  it('include terminating pods on a node that is out of service', () => {
    expect(garbage(pod('a', 'n', true), node('False'))).toBeUndefined();
    expect(garbage(pod('a', 'n', true), node('True', outOfService))).toBeUndefined();
    expect(garbage(pod('a', 'n', true), node('False', outOfService))).toEqual({ at: 11_000 });
  });

  it('include the oldest ended pods beyond the limit, evicted pods first', () => {
    const ended = (name: string, creationTimestamp: string, reason?: string): Pod => ({
      ...pod(name),
      metadata: { name, creationTimestamp },
      status: { phase: 'Failed', ...(reason ? { reason } : {}) },
    });
    const pods = [
      ended('new', '2024-01-03T00:00:00Z'),
      ended('old', '2024-01-01T00:00:00Z'),
      ended('evicted', '2024-01-04T00:00:00Z', 'Evicted'),
    ];
    expect(surplusTerminated(pods, 1).map(({ metadata }) => metadata.name)).toEqual(['evicted', 'old']);
    expect(surplusTerminated(pods, 3)).toEqual([]);
  });
});
