import type { Pod, PodTemplateSpec } from '../../../src/api/kinds/core-v1.generated.ts';

export const template = (labels: Record<string, string>, image = 'app:1'): PodTemplateSpec => ({
  metadata: { labels },
  spec: { containers: [{ name: 'app', image }] },
});

interface PodFacts {
  readonly name: string;
  readonly node?: string;
  readonly phase?: string;
  /** The time at which the pod became ready. */
  readonly readySince?: string;
  readonly labels?: Record<string, string>;
  readonly annotations?: Record<string, string>;
  readonly restarts?: number;
  readonly created?: string;
}

/** Returns a pod with the facts that matter to a controller. */
export function podWith({ name, node, phase = 'Running', readySince, restarts, created, ...metadata }: PodFacts): Pod {
  return {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { name, namespace: 'shop', uid: name, creationTimestamp: created ?? '2024-01-01T00:00:00Z', ...metadata },
    spec: { containers: [], ...(node ? { nodeName: node } : {}) },
    status: {
      phase,
      conditions: readySince ? [{ type: 'Ready', status: 'True', lastTransitionTime: readySince }] : [],
      ...(restarts === undefined
        ? {}
        : { containerStatuses: [{ name: 'app', restartCount: restarts, ready: true, image: 'app', imageID: '' }] }),
    },
  };
}
