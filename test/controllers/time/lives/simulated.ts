import type { ForkableCluster } from '../../../../src/embedding/cluster.ts';
import { always, type Life } from '../life.ts';
import { condition, find, names } from './observe.ts';

/**
 * The requirements of pods on a simulated node. Its heartbeats are four hours apart, within the grace period, so that
 * thirty days have few of them.
 */
export const NODE = {
  others: ['scheduler', 'simulation', 'node-ipam-controller', 'node-lifecycle-controller'],
  simulatedNodes: 1,
  flags: { 'node-monitor-grace-period': '9h', 'node-monitor-period': '1h' },
} as const;
export const HEARTBEATS = `
apiVersion: simulation.tabplane.dev/v1alpha1
kind: Stage
metadata: {name: node-lease}
spec: {resource: nodes, selector: {}, delay: {milliseconds: 14400000}, next: {}}
`;

const pod = (name: string, spec: string, annotations = ''): string => `---
apiVersion: v1
kind: Pod
metadata: {name: ${name}, namespace: default, annotations: {${annotations}}}
spec: ${spec}
`;

/** Returns phase, readiness, restarts and the first container's reason for waiting or termination. */
async function stateOf(cluster: ForkableCluster, name: string): Promise<unknown> {
  const found = await find(cluster, 'v1/pods', name);
  if (!found) return undefined;
  const [container] = found.status.containerStatuses ?? [];
  return [
    found.status.phase,
    condition(found.status, 'Ready')?.split(' ')[0],
    container?.restartCount ?? 0,
    container?.state?.waiting?.reason ?? container?.state?.terminated?.reason ?? 'running',
  ];
}

const podLife = (title: string, spec: string, after: Life['after'], annotations = ''): Life => ({
  ...NODE,
  controller: 'simulation',
  title,
  seed: HEARTBEATS + pod('web', spec, annotations),
  observe: (cluster) => stateOf(cluster, 'web'),
  after,
});

const image = (name: string, more = ''): string => `{containers: [{name: web, image: ${name}${more}}]}`;
const DURATION = 'simulation.tabplane.dev/run-duration';
const PROBE = 'readinessProbe: {initialDelaySeconds: 1800, httpGet: {path: /, port: 80}}';

/** The real controller also loses its backoff when it restarts, so a minute is too early to observe it. */
const EXCEEDED: Life['after'] = {
  'an hour': [4, 'True BackoffLimitExceeded'],
  'a day': [4, 'True BackoffLimitExceeded'],
  'thirty days': [4, 'True BackoffLimitExceeded'],
};

export const SIMULATED: readonly Life[] = [
  podLife('keeps a healthy pod running and ready', image('nginx'), always(['Running', 'True', 0, 'running'])),
  podLife(
    'ends a container after its run duration',
    image('nginx').replace('{', '{restartPolicy: Never, '),
    {
      ...always(['Succeeded', 'False', 0, 'Completed']),
      'a minute': ['Running', 'True', 0, 'running'],
    },
    `${DURATION}: 30m`,
  ),
  podLife('makes a pod ready after the initial delay of its probe', image('nginx', `, ${PROBE}`), {
    ...always(['Running', 'True', 0, 'running']),
    'a minute': ['Running', 'False', 0, 'running'],
  }),
  podLife('ends a pod at its deadline', image('nginx').replace('{', '{activeDeadlineSeconds: 1800, '), {
    ...always(['Failed', 'False', 0, 'Error']),
    'a minute': ['Running', 'True', 0, 'running'],
  }),
  podLife(
    'restarts a container without backoff after ten minutes of running',
    image('nginx'),
    {
      'a minute': ['Running', 'True', 0, 'running'],
      'an hour': ['Running', 'True', 1, 'running'],
      'a day': ['Running', 'True', 26, 'running'],
      'thirty days': ['Running', 'True', 785, 'running'],
    },
    `${DURATION}: 55m`,
  ),
  {
    ...NODE,
    controller: 'simulation',
    title: 'restarts a crashing container with a backoff that doubles from ten seconds to five minutes',
    seed: HEARTBEATS + pod('web', image('crash')),
    async observe(cluster) {
      const [, ready, restarts] = (await stateOf(cluster, 'web')) as [string, string, number];
      return [ready, restarts];
    },
    // A day has hundreds of crashes. Those of thirty days would take as long as all other lives of this file.
    after: { 'a minute': ['False', 3], 'an hour': ['False', 16], 'a day': ['False', 291] },
  },
  {
    ...NODE,
    controller: 'scheduler',
    title: 'schedules a waiting pod when another pod has ended',
    seed:
      HEARTBEATS +
      pod(
        'first',
        image('nginx', ', resources: {requests: {cpu: "20"}}').replace('{', '{restartPolicy: Never, '),
        `${DURATION}: 30m`,
      ) +
      pod('second', image('nginx', ', resources: {requests: {cpu: "20"}}')),
    async observe(cluster) {
      const second = await find(cluster, 'v1/pods', 'second');
      return [condition(second.status, 'PodScheduled'), second.status.phase];
    },
    after: { ...always(['True', 'Running']), 'a minute': ['False Unschedulable', 'Pending'] },
  },
  {
    ...NODE,
    controller: 'namespace-controller',
    title: 'removes a namespace after the last pod has terminated',
    seed: `apiVersion: v1\nkind: Namespace\nmetadata: {name: shop}\n---${HEARTBEATS}${pod(
      'web',
      image('nginx', ', lifecycle: {preStop: {exec: {command: [sleep, "1800"]}}}').replace(
        '{',
        '{terminationGracePeriodSeconds: 3000, ',
      ),
    ).replace('default', 'shop')}`,
    async act(cluster) {
      await cluster.clock.step(10_000);
      await cluster.client.delete({ group: '', version: 'v1', resource: 'namespaces', name: 'shop' });
    },
    observe: async (cluster) => (await names(cluster, 'v1/namespaces')).includes('shop'),
    after: { ...always(false), 'a minute': true },
  },
  {
    ...NODE,
    controller: 'job-controller',
    title: 'replaces a failing pod after its backoff, up to the backoff limit',
    seed: `
apiVersion: batch/v1
kind: Job
metadata: {name: failing, namespace: default}
spec:
  backoffLimit: 3
  template:
    spec: {restartPolicy: Never, containers: [{name: work, image: worker, command: [exit, "1"]}]}
---${HEARTBEATS}`,
    async observe(cluster) {
      const { status } = await find(cluster, 'batch/v1/jobs', 'failing');
      return [status.failed, condition(status, 'Failed')];
    },
    after: EXCEEDED,
  },
  {
    ...NODE,
    controller: 'cronjob-controller',
    others: [...NODE.others, 'job-controller', 'garbage-collector-controller'],
    title: 'keeps the newest finished Jobs',
    seed: `
apiVersion: batch/v1
kind: CronJob
metadata: {name: report, namespace: default}
spec:
  schedule: "30 12 * * *"
  jobTemplate:
    spec:
      template:
        metadata: {annotations: {simulation.tabplane.dev/run-duration: 5s}}
        spec: {restartPolicy: Never, containers: [{name: report, image: reporter}]}
---${HEARTBEATS}`,
    observe: async (cluster) => [await names(cluster, 'batch/v1/jobs'), (await names(cluster, 'v1/pods')).length],
    after: {
      'a minute': [[], 0],
      'an hour': [[], 0],
      'a day': [['report-28422030'], 1],
      'thirty days': [['report-28460910', 'report-28462350', 'report-28463790'], 3],
    },
  },
  {
    ...NODE,
    controller: 'node-lifecycle-controller',
    flags: { 'node-monitor-grace-period': '20m', 'node-monitor-period': '5m' },
    title: 'detects a silent node, and deletes its pods after their toleration',
    seed: `${HEARTBEATS.replace('14400000', '900000')}---
apiVersion: v1
kind: Node
metadata: {name: silent}
status: {conditions: [{type: Ready, status: "True", reason: KubeletReady}]}
${pod('web', '{nodeName: silent, containers: [{name: web, image: nginx}]}')}`,
    async observe(cluster) {
      const { status } = await find(cluster, 'v1/nodes', 'silent');
      const { metadata } = await find(cluster, 'v1/pods', 'web');
      return [condition(status, 'Ready'), metadata.deletionTimestamp !== undefined];
    },
    after: { ...always(['Unknown NodeStatusUnknown', true]), 'a minute': ['True KubeletReady', false] },
  },
  {
    ...NODE,
    controller: 'horizontal-pod-autoscaler-controller',
    others: [...NODE.others, 'deployment-controller', 'replicaset-controller'],
    flags: { ...NODE.flags, 'horizontal-pod-autoscaler-sync-period': '30m' },
    title: 'scales down after the stabilization window',
    seed: `
apiVersion: apps/v1
kind: Deployment
metadata: {name: web, namespace: default}
spec:
  replicas: 4
  selector: {matchLabels: {app: web}}
  template:
    metadata: {labels: {app: web}, annotations: {simulation.tabplane.dev/cpu-usage: 10m}}
    spec: {containers: [{name: web, image: nginx, resources: {requests: {cpu: 100m}}}]}
---
apiVersion: autoscaling/v2
kind: HorizontalPodAutoscaler
metadata: {name: web, namespace: default}
spec:
  minReplicas: 2
  maxReplicas: 4
  scaleTargetRef: {apiVersion: apps/v1, kind: Deployment, name: web}
  metrics: [{type: Resource, resource: {name: cpu, target: {type: Utilization, averageUtilization: 50}}}]
---${HEARTBEATS}`,
    observe: async (cluster) => (await find(cluster, 'apps/v1/deployments', 'web')).spec.replicas,
    after: { 'a minute': 4, 'an hour': 2, 'a day': 2, 'thirty days': 2 },
  },
];
