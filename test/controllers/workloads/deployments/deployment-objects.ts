import type { Deployment, DeploymentSpec, ReplicaSet } from '../../../../src/api/kinds/apps-v1.generated.ts';
import { template } from '../pods.ts';

/** Returns a deployment with a rolling update, as the API serves it. */
export const deployment = (spec: Partial<DeploymentSpec> = {}, status?: Deployment['status']): Deployment => ({
  apiVersion: 'apps/v1',
  kind: 'Deployment',
  metadata: { name: 'web', namespace: 'shop', uid: 'web', generation: 1 },
  spec: {
    replicas: 10,
    selector: { matchLabels: { app: 'web' } },
    template: template({ app: 'web' }),
    strategy: { type: 'RollingUpdate', rollingUpdate: { maxSurge: 3, maxUnavailable: 2 } },
    progressDeadlineSeconds: 600,
    ...spec,
  },
  status,
});

export const rolling = (maxSurge: number | string, maxUnavailable: number | string): DeploymentSpec['strategy'] => ({
  type: 'RollingUpdate',
  rollingUpdate: { maxSurge, maxUnavailable },
});

interface SetFacts {
  readonly name: string;
  readonly size: number;
  readonly available?: number;
  /** A higher age means a later creation. */
  readonly age?: number;
  readonly annotations?: Record<string, string>;
}

/** Returns a replica set whose pods all exist. */
export const replicaSet = ({ name, size, available = size, age = 0, annotations }: SetFacts): ReplicaSet => ({
  apiVersion: 'apps/v1',
  kind: 'ReplicaSet',
  metadata: {
    name,
    namespace: 'shop',
    uid: name,
    creationTimestamp: `2024-01-01T00:00:${String(age).padStart(2, '0')}Z`,
    ...(annotations ? { annotations } : {}),
  },
  spec: { replicas: size, selector: {}, template: template({ app: 'web' }) },
  status: { replicas: size, readyReplicas: available, availableReplicas: available },
});
