import { addressOf } from '../../../../src/client/typed-address.ts';
import type { ForkableCluster } from '../../../../src/embedding/cluster.ts';
import { always, type Life } from '../life.ts';
import { condition, find, NAMESPACE, names } from './observe.ts';

/** Returns a workload whose pods count as available after being ready for half an hour. */
const workload = (apiVersion: string, kind: string, spec = ''): string => `
apiVersion: ${apiVersion}
kind: ${kind}
metadata: {name: web, namespace: default}
spec:
  minReadySeconds: 1800
  ${spec}
  selector: ${apiVersion === 'v1' ? '{app: web}' : '{matchLabels: {app: web}}'}
  template:
    metadata: {labels: {app: web}}
    spec: {containers: [{name: web, image: nginx}]}
`;

const READY = {
  phase: 'Running',
  conditions: [{ type: 'Ready', status: 'True', lastTransitionTime: '2024-01-15T09:01:00Z' }],
};

/** Lets the controllers create their pods, and makes all pods ready, as a kubelet would. */
async function makeReady(cluster: ForkableCluster): Promise<void> {
  for (let round = 0; round < 3; round++) {
    await cluster.clock.step(0);
    for (const name of await names(cluster, 'v1/pods')) {
      const pod = { ...addressOf('v1/pods'), namespace: NAMESPACE, name, subresource: 'status' };
      await cluster.client.patch(pod, 'strategic', { status: READY });
    }
  }
}

const available = (resource: Parameters<typeof find>[1]) => async (cluster: ForkableCluster) => {
  const { status } = await find(cluster, resource, 'web');
  return [status.readyReplicas ?? status.numberReady ?? 0, status.availableReplicas ?? status.numberAvailable ?? 0];
};

export const WORKLOADS: readonly Life[] = [
  {
    controller: 'replicaset-controller',
    title: 'counts pods as available when they have been ready for long enough',
    seed: workload('apps/v1', 'ReplicaSet', 'replicas: 2'),
    act: makeReady,
    observe: available('apps/v1/replicasets'),
    after: { ...always([2, 2]), 'a minute': [2, 0] },
  },
  {
    controller: 'replicationcontroller-controller',
    title: 'counts pods as available when they have been ready for long enough',
    seed: workload('v1', 'ReplicationController', 'replicas: 2'),
    act: makeReady,
    observe: available('v1/replicationcontrollers'),
    after: { ...always([2, 2]), 'a minute': [2, 0] },
  },
  {
    controller: 'statefulset-controller',
    title: 'creates a pod when the previous pod is available',
    seed: workload('apps/v1', 'StatefulSet', 'replicas: 2'),
    act: makeReady,
    observe: async (cluster) => [await available('apps/v1/statefulsets')(cluster), await names(cluster, 'v1/pods')],
    after: {
      ...always([
        [1, 1],
        ['web-0', 'web-1'],
      ]),
      'a minute': [[1, 0], ['web-0']],
    },
  },
  {
    controller: 'daemonset-controller',
    title: 'counts pods as available when they have been ready for long enough',
    seed: `apiVersion: v1\nkind: Node\nmetadata: {name: one}\n---${workload('apps/v1', 'DaemonSet')}`,
    async act(cluster) {
      // No controller removes the not-ready taint of the node here.
      await cluster.client.patch({ ...addressOf('v1/nodes'), name: 'one' }, 'merge', { spec: { taints: null } });
      await makeReady(cluster);
    },
    observe: available('apps/v1/daemonsets'),
    after: { ...always([1, 1]), 'a minute': [1, 0] },
  },
  {
    controller: 'deployment-controller',
    others: ['replicaset-controller'],
    title: 'fails a rollout at its deadline',
    seed: workload('apps/v1', 'Deployment', 'replicas: 2').replace('1800', '0'),
    async observe(cluster) {
      const { status } = await find(cluster, 'apps/v1/deployments', 'web');
      return [condition(status, 'Progressing'), status.replicas];
    },
    after: { ...always(['False ProgressDeadlineExceeded', 2]), 'a minute': ['True ReplicaSetUpdated', 2] },
  },
  {
    controller: 'deployment-controller',
    others: ['replicaset-controller'],
    title: 'counts pods as available when they have been ready for long enough',
    seed: workload('apps/v1', 'Deployment', 'replicas: 2\n  progressDeadlineSeconds: 3000'),
    act: makeReady,
    async observe(cluster) {
      const { status } = await find(cluster, 'apps/v1/deployments', 'web');
      return [condition(status, 'Progressing'), condition(status, 'Available'), status.availableReplicas];
    },
    after: {
      ...always(['True NewReplicaSetAvailable', 'True MinimumReplicasAvailable', 2]),
      'a minute': ['True ReplicaSetUpdated', 'False MinimumReplicasUnavailable', undefined],
    },
  },
];
