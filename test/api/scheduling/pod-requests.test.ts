import { describe, expect, it } from 'vitest';
import type { Container, Pod } from '../../../src/api/kinds/core-v1.generated.ts';
import { podRequests, scoredPodRequests } from '../../../src/api/scheduling/pod-requests.ts';

const container = (cpu: string | undefined, restartPolicy?: string): Container => ({
  name: 'c',
  ...(cpu ? { resources: { requests: { cpu } } } : {}),
  ...(restartPolicy ? { restartPolicy } : {}),
});
const podWith = (
  containers: Container[],
  initContainers: Container[] = [],
  overhead?: Record<string, string>,
): Pod => ({
  kind: 'Pod',
  apiVersion: 'v1',
  metadata: { name: 'p' },
  spec: { containers, initContainers, ...(overhead ? { overhead } : {}) },
});

describe('the requests of a pod', () => {
  it('are the sum of its containers, or those of the largest init container', () => {
    expect(podRequests(podWith([container('100m'), container('0.2')]))).toEqual({ cpu: 300 });
    expect(podRequests(podWith([container('100m')], [container('1'), container('2')]))).toEqual({ cpu: 2000 });
  });

  it('include the overhead and the sidecars', () => {
    expect(podRequests(podWith([container('100m')], [container('1', 'Always')], { cpu: '50m' }))).toEqual({
      cpu: 1150,
    });
    expect(podRequests(podWith([container('100m')], [container('1', 'Always'), container('500m')]))).toEqual({
      cpu: 1500,
    });
  });

  it('have defaults when nodes are compared', () => {
    expect(scoredPodRequests(podWith([container(undefined), container('1')]))).toEqual({
      cpu: 1100,
      memory: 2 * 200 * 1024 * 1024,
    });
  });
});
