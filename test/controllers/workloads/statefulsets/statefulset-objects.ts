import type { StatefulSet, StatefulSetSpec } from '../../../../src/api/kinds/apps-v1.generated.ts';
import type { Pod } from '../../../../src/api/kinds/core-v1.generated.ts';
import { planStatefulSet } from '../../../../src/controllers/workloads/statefulsets/statefulset-plan.ts';
import { podWith, template } from '../pods.ts';

export const now = Date.parse('2024-06-01T00:00:00Z');

export const statefulSet = (spec: Partial<StatefulSetSpec> = {}): StatefulSet => ({
  apiVersion: 'apps/v1',
  kind: 'StatefulSet',
  metadata: { name: 'db', namespace: 'shop', uid: 'db', generation: 1 },
  spec: {
    replicas: 3,
    serviceName: 'db',
    selector: { matchLabels: { app: 'db' } },
    template: template({ app: 'db' }),
    updateStrategy: { type: 'RollingUpdate', rollingUpdate: { partition: 0 } },
    ...spec,
  },
});

type State = 'ready' | 'pending' | 'unready' | 'failed' | 'terminating';

/** Returns a pod of the set with the revision `old` or `new`. */
export function memberPod(ordinal: number, state: State = 'ready', revision = 'new'): Pod {
  const phase = state === 'pending' ? 'Pending' : state === 'failed' ? 'Failed' : 'Running';
  const pod = podWith({
    name: `db-${ordinal}`,
    phase,
    labels: { 'controller-revision-hash': revision },
    ...(state === 'ready' || state === 'terminating' ? { readySince: '2024-05-01T00:00:00Z' } : {}),
  });
  if (state !== 'terminating') return pod;
  return { ...pod, metadata: { ...pod.metadata, deletionTimestamp: '2024-06-01T00:00:00Z' } };
}

export const plan = (set: StatefulSet, pods: readonly Pod[]) =>
  planStatefulSet({ set, pods, currentRevision: 'old', updateRevision: 'new', collisionCount: 0, now });

/** Returns the writes of a plan as text. */
export function actions(set: StatefulSet, pods: readonly Pod[]): string[] {
  const { steps, deletions, outdated } = plan(set, pods);
  return [
    ...steps.flatMap((step) => {
      if (step.kind === 'create') return [`create ${step.ordinal} (${step.revision})`];
      return step.kind === 'remove' ? [`remove ${step.pod.metadata.name}`] : [];
    }),
    ...deletions.map(({ metadata }) => `delete ${metadata.name}`),
    ...(outdated ? [`replace ${outdated.metadata.name}`] : []),
  ];
}
