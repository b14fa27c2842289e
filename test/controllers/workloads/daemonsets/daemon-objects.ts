import { kubernetesDialect } from '../../../../src/api/dialect.ts';
import type { DaemonSet, DaemonSetSpec } from '../../../../src/api/kinds/apps-v1.generated.ts';
import type { Node, Pod, Taint } from '../../../../src/api/kinds/core-v1.generated.ts';
import { type DaemonState, groupByNode } from '../../../../src/controllers/workloads/daemonsets/daemon-state.ts';
import { nodeFitOf } from '../../../../src/controllers/workloads/daemonsets/node-fit.ts';
import { podWith, template } from '../pods.ts';

export const now = Date.parse('2024-06-01T00:00:00Z');

export const daemonSet = (spec: Partial<DaemonSetSpec> = {}): DaemonSet => ({
  apiVersion: 'apps/v1',
  kind: 'DaemonSet',
  metadata: { name: 'agent', namespace: 'shop', uid: 'agent', generation: 1 },
  spec: {
    selector: { matchLabels: { app: 'agent' } },
    template: template({ app: 'agent' }),
    updateStrategy: { type: 'RollingUpdate', rollingUpdate: { maxUnavailable: 1, maxSurge: 0 } },
    ...spec,
  },
});

export const rolling = (maxSurge: number | string, maxUnavailable: number | string): Partial<DaemonSetSpec> => ({
  updateStrategy: { type: 'RollingUpdate', rollingUpdate: { maxSurge, maxUnavailable } },
});

export const node = (name: string, ...taints: Taint[]): Node => ({
  apiVersion: 'v1',
  kind: 'Node',
  metadata: { name, labels: { pool: 'a' } },
  spec: taints.length > 0 ? { taints } : {},
});

/** Returns a pod on a node with the revision `old` or `new`. A higher `age` means a later creation. */
export const daemonPod = (
  on: string,
  revision: 'old' | 'new',
  { ready = true, phase = 'Running', age = 0 }: { ready?: boolean; phase?: string; age?: number } = {},
): Pod =>
  podWith({
    name: `${on}-${revision}-${age}`,
    node: on,
    phase,
    labels: { 'controller-revision-hash': revision },
    created: `2024-01-01T00:00:${String(age).padStart(2, '0')}Z`,
    ...(ready ? { readySince: '2024-05-01T00:00:00Z' } : {}),
  });

export const stateOf = (set: DaemonSet, nodes: readonly Node[], pods: readonly Pod[]): DaemonState => ({
  ...{ set, hash: 'new', nodes, now, fitOf: nodeFitOf(set, kubernetesDialect), podsByNode: groupByNode(pods) },
});

export const names = (pods: readonly Pod[]) => pods.map(({ metadata }) => metadata.name);
