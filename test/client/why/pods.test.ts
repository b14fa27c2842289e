import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestCluster, type TestCluster } from '../../../src/hosts/testing/testing.ts';
import { type Act, chainOf, pod, type Situation, stop, whyIn } from './why-cluster.ts';

const NODE = { group: '', version: 'v1', resource: 'nodes', name: 'simulated-node-0' };
const POD = { group: '', version: 'v1', resource: 'pods', namespace: 'shop', name: 'web' };

let template: TestCluster;
beforeAll(async () => {
  template = await createTestCluster({
    seed: 'apiVersion: v1\nkind: Namespace\nmetadata: {name: shop}',
    simulatedNodes: 1,
  });
});
afterAll(() => template.close());

const patchNode =
  (patch: object): Act =>
  ({ client }) =>
    client.patch(NODE, 'merge', patch);

const first = (container: string, spec = ''): string =>
  `${pod(spec, { container }).replace('name: web,', 'name: first,')}---`;
const fault = (name: string, value: string): object => ({ annotations: `simulation.tabplane.dev/${name}: "${value}"` });
const large = { container: 'resources: {requests: {cpu: 20}}' };

const crashNode = async (cluster: TestCluster): Promise<void> => {
  await patchNode({ metadata: { annotations: { 'simulation.tabplane.dev/down': 'true' } } })(cluster);
  await cluster.clock.step('2m');
};

/** Pods: the situation, the rules of the most probable chain, and the sentence. */
const STATES: readonly (readonly [state: string, situation: Omit<Situation, 'of'>, chain: string, sentence: string])[] =
  [
    [
      'requests more than the largest node',
      { seed: pod('', { container: 'resources: {requests: {cpu: 1000}}' }) },
      'insufficient-resource',
      'Unschedulable: it requests 1000 cpu, and the largest node has only 32 cpu.',
    ],
    [
      'requests more resources than are free',
      { seed: first(large.container) + pod('', large) },
      'insufficient-resource',
      'Unschedulable: it requests 20 cpu, and the most that is free on a node is 12 cpu.',
    ],
    [
      'selects a label that no node has',
      { seed: pod('nodeSelector: {disk: ssd}') },
      'node-selector',
      'Unschedulable: no node has the label disk=ssd of its node selector.',
    ],
    [
      'has an affinity that no node matches',
      {
        seed: pod(
          'affinity: {nodeAffinity: {requiredDuringSchedulingIgnoredDuringExecution: {nodeSelectorTerms: [{matchExpressions: [{key: zone, operator: In, values: [a]}]}]}}}',
        ),
      },
      'node-selector',
      'Unschedulable: no node matches its node affinity.',
    ],
    [
      'does not tolerate a taint',
      { prepare: patchNode({ spec: { taints: [{ key: 'gpu', value: 'yes', effect: 'NoSchedule' }] } }), seed: pod('') },
      'taint',
      'Unschedulable: it does not tolerate the taint gpu=yes of node simulated-node-0.',
    ],
    [
      'finds only a cordoned node',
      { prepare: patchNode({ spec: { unschedulable: true } }), seed: pod('') },
      'node-cordoned',
      'Unschedulable: node simulated-node-0 is cordoned.',
    ],
    [
      'finds only a node that stopped reporting',
      { prepare: crashNode, seed: pod('') },
      'taint < node-stopped-reporting < node-crashed',
      'Unschedulable: one node has the taint of nodes that are not ready, because node simulated-node-0 stopped reporting at 09:01 UTC, because the annotation simulation.tabplane.dev/down makes it crash.',
    ],
    [
      'finds no nodes',
      { prepare: ({ client }) => client.delete(NODE), seed: pod('') },
      'no-nodes',
      'Unschedulable: the cluster has no nodes.',
    ],
    [
      'needs a host port that is taken',
      {
        seed:
          first('ports: [{containerPort: 80, hostPort: 8080}]') +
          pod('', { container: 'ports: [{containerPort: 80, hostPort: 8080}]' }),
      },
      'host-port',
      'Unschedulable: host port 8080 is taken on every node by pod first.',
    ],
    [
      'is kept away by anti-affinity',
      {
        seed:
          first('') +
          pod(
            'affinity: {podAntiAffinity: {requiredDuringSchedulingIgnoredDuringExecution: [{topologyKey: kubernetes.io/hostname, labelSelector: {matchLabels: {app: web}}}]}}',
          ),
      },
      'pod-anti-affinity',
      'Unschedulable: its anti-affinity keeps it from every node that has a pod of the same kind.',
    ],
    [
      'requires affinity to a pod that does not exist',
      {
        seed: pod(
          'affinity: {podAffinity: {requiredDuringSchedulingIgnoredDuringExecution: [{topologyKey: kubernetes.io/hostname, labelSelector: {matchLabels: {app: cache}}}]}}',
        ),
      },
      'pod-affinity',
      'Unschedulable: no node has a pod that its pod affinity requires.',
    ],
    [
      'spreads over a label that no node has',
      {
        seed: pod(
          'topologySpreadConstraints: [{maxSkew: 1, topologyKey: rack, whenUnsatisfiable: DoNotSchedule, labelSelector: {matchLabels: {app: web}}}]',
        ),
      },
      'topology-label',
      'Unschedulable: no node has the topology label of its spread constraints.',
    ],
    [
      'has a scheduling gate',
      { seed: pod('schedulingGates: [{name: example.com/budget}]') },
      'scheduling-gate',
      'SchedulingGated: it has the scheduling gate example.com/budget.',
    ],
    [
      'names an unknown scheduler',
      { seed: pod('schedulerName: mine') },
      'scheduler-unknown',
      'Pending: no scheduler named mine has assigned it a node.',
    ],
    [
      'waits while the scheduler is stopped',
      { prepare: (c) => stop(c, 'kube-scheduler'), seed: pod('') },
      'not-scheduled < controller-stopped',
      'Pending: the scheduler has not processed it, because the scheduler is stopped.',
    ],
    [
      'waits while the clock is paused',
      { wait: '0s', seed: pod('') },
      'not-scheduled < clock-paused',
      'Pending: the scheduler has not processed it, because the clock of the cluster is paused.',
    ],
    [
      'waits while the simulation is stopped',
      { prepare: (c) => stop(c, 'node-simulation'), seed: pod('') },
      'not-started < controller-stopped',
      'Pending: node simulated-node-0 has not started its containers, because the node simulation is stopped.',
    ],
    [
      'uses a claim that does not exist',
      { seed: pod('volumes: [{name: data, persistentVolumeClaim: {claimName: data}}]') },
      'claim-missing',
      'Unschedulable: persistent volume claim data does not exist.',
    ],
    [
      'uses a claim whose storage class does not exist',
      {
        seed: `apiVersion: v1
kind: PersistentVolumeClaim
metadata: {name: data, namespace: shop}
spec: {storageClassName: fast, accessModes: [ReadWriteOnce], resources: {requests: {storage: 1Gi}}}
---${pod('volumes: [{name: data, persistentVolumeClaim: {claimName: data}}]')}`,
      },
      'claim-unbound < storage-class-missing',
      'Unschedulable: persistent volume claim data is not bound, because storage class fast does not exist, and no volume of that class is available.',
    ],
    [
      'has an image that cannot be pulled',
      { wait: '60s', seed: pod('').replace('image: nginx', 'image: registry.example/missing:1') },
      'image',
      'ImagePullBackOff: image registry.example/missing:1 of container web cannot be pulled: it was not found.',
    ],
    [
      'never pulls an image that its node lacks',
      { seed: pod('', { container: 'imagePullPolicy: Never' }) },
      'image-never-pulled',
      'ErrImageNeverPull: its node does not have image nginx, and container web never pulls it.',
    ],
    [
      'crashes repeatedly',
      { wait: '60s', seed: pod('', fault('fault', 'crash-loop')) },
      'crash-loop',
      'CrashLoopBackOff: container web exits with code 1, and was restarted three times, with increasing back-off delays.',
    ],
    [
      'uses more memory than its limit',
      {
        wait: '60s',
        seed: pod('', { ...fault('fault', 'out-of-memory'), container: 'resources: {limits: {memory: 64Mi}}' }),
      },
      'out-of-memory',
      'CrashLoopBackOff: container web was killed because it used more memory than its limit of 64Mi, and was restarted three times.',
    ],
    [
      'exits once and is not restarted',
      { wait: '60s', seed: pod('restartPolicy: Never', { container: 'command: [sh, -c, "exit 3"]' }) },
      'crash',
      'Error: container web exited with code 3, and is not restarted.',
    ],
    [
      'fails its liveness probe',
      {
        wait: '120s',
        seed: pod('', {
          ...fault('failing-probe', 'liveness'),
          container: 'livenessProbe: {httpGet: {port: 80, path: /healthz}}',
        }),
      },
      'liveness-probe',
      'CrashLoopBackOff: the liveness probe of container web fails, so it is killed, and was restarted twice.',
    ],
    [
      'fails its readiness probe',
      {
        wait: '60s',
        seed: pod('', {
          ...fault('failing-probe', 'readiness'),
          container: 'readinessProbe: {httpGet: {port: 80, path: /ready}}',
        }),
      },
      'readiness-probe',
      'Not ready: the readiness probe of container web fails: HTTP probe failed with statuscode: 503.',
    ],
    [
      'fails its startup probe',
      {
        wait: '120s',
        seed: pod('', {
          ...fault('failing-probe', 'startup'),
          container: 'startupProbe: {httpGet: {port: 80, path: /started}}',
        }),
      },
      'startup-probe',
      'CrashLoopBackOff: the startup probe of container web fails, so it is killed, and was restarted twice.',
    ],
    [
      'has a readiness gate that is not true',
      { seed: pod('readinessGates: [{conditionType: example.com/ready}]') },
      'readiness-gate',
      'Not ready: its readiness gate example.com/ready is not true.',
    ],
    [
      'has an init container that fails',
      { wait: '60s', seed: pod('initContainers: [{name: setup, image: nginx, command: [sh, -c, "exit 4"]}]') },
      'crash-loop',
      'CrashLoopBackOff: init container setup exits with code 4, and was restarted three times, with increasing back-off delays.',
    ],
    [
      'has an init container that does not end',
      { wait: '30s', seed: pod('initContainers: [{name: setup, image: nginx, command: [sleep, "3600"]}]') },
      'init-container',
      'Not ready: init container setup has not completed.',
    ],
    [
      'needs a config map that does not exist',
      { wait: '60s', seed: pod('', { container: 'envFrom: [{configMapRef: {name: settings}}]' }) },
      'config-missing',
      'CreateContainerConfigError: config map settings, which container web needs, does not exist.',
    ],
    [
      'needs a secret that does not exist',
      {
        wait: '60s',
        seed: pod('', { container: 'env: [{name: KEY, valueFrom: {secretKeyRef: {name: payment, key: k}}}]' }),
      },
      'config-missing',
      'CreateContainerConfigError: secret payment, which container web needs, does not exist.',
    ],
    [
      'needs a key that its config map lacks',
      {
        wait: '60s',
        seed: `apiVersion: v1
kind: ConfigMap
metadata: {name: settings, namespace: shop}
---${pod('', { container: 'env: [{name: KEY, valueFrom: {configMapKeyRef: {name: settings, key: color}}}]' })}`,
      },
      'key-missing',
      'CreateContainerConfigError: config map settings has no key color, which container web needs.',
    ],
    [
      'mounts a config map that does not exist',
      {
        wait: '60s',
        seed: pod('volumes: [{name: files, configMap: {name: settings}}]', {
          container: 'volumeMounts: [{name: files, mountPath: /files}]',
        }),
      },
      'volume-source-missing',
      'ContainerCreating: config map settings of its volume files does not exist.',
    ],
    [
      'needs a runtime class that its node cannot run',
      {
        wait: '60s',
        seed: `apiVersion: node.k8s.io/v1
kind: RuntimeClass
metadata: {name: sandboxed}
handler: runsc
---${pod('runtimeClassName: sandboxed')}`,
      },
      'sandbox',
      'ContainerCreating: its node cannot run runtime class sandboxed.',
    ],
    [
      'is on a node that stopped reporting',
      {
        seed: pod(''),
        act: async (c) => {
          await c.clock.step('1m');
          await crashNode(c);
        },
      },
      'node-stopped-reporting < node-crashed',
      'Not ready: node simulated-node-0 stopped reporting at 09:02 UTC, because the annotation simulation.tabplane.dev/down makes it crash.',
    ],
    [
      'is on a node that does not exist',
      { seed: pod('nodeName: gone'), wait: '1s' },
      'node-gone',
      'Pending: its node gone does not exist.',
    ],
    [
      'ran longer than its deadline',
      { wait: '60s', seed: pod('activeDeadlineSeconds: 20') },
      'pod-deadline',
      'DeadlineExceeded: it ran longer than its deadline of 20 seconds.',
    ],
    [
      'does not fit on the node that it names',
      { wait: '60s', seed: pod('nodeName: simulated-node-0', { container: 'resources: {requests: {cpu: 1000}}' }) },
      'pod-rejected',
      "OutOfcpu: its node rejected it: Node didn't have enough resource: cpu, requested: 1000000, used: 0, capacity: 32000.",
    ],
    [
      'was deleted but has a finalizer',
      {
        seed: pod('', { metadata: 'finalizers: [example.com/backup]' }),
        act: ({ client }) => client.delete(POD),
        wait: '60s',
      },
      'finalizer',
      'Terminating: the finalizer example.com/backup holds Pod web until its controller removes it.',
    ],
    [
      'was deleted on a node that does not report',
      {
        seed: pod(''),
        act: async (c) => {
          await crashNode(c);
          await c.client.delete(POD);
        },
        wait: '60s',
      },
      'deletion-unconfirmed < node-stopped-reporting < node-crashed',
      'Terminating: its node has not confirmed that its containers have stopped, because node simulated-node-0 stopped reporting at 09:02 UTC, because the annotation simulation.tabplane.dev/down makes it crash.',
    ],
    [
      'was deleted and is terminating',
      {
        seed: pod('terminationGracePeriodSeconds: 600', {
          container: 'command: [sh, -c, "sleep 10000"], lifecycle: {preStop: {exec: {command: [sleep, "500"]}}}',
        }),
        act: ({ client }) => client.delete(POD),
      },
      'grace-period < clock-paused',
      'Terminating: it was deleted, and its containers have until 09:11 UTC to stop, because the clock of the cluster is paused.',
    ],
    [
      'is being started',
      { wait: '5s', seed: pod('', fault('start-delay', '100s')) },
      'starting < clock-paused',
      'ContainerCreating: its node is starting web, because the clock of the cluster is paused.',
    ],
    [
      'is pulling its image',
      { wait: '5s', seed: pod('', fault('pull-duration', '100s')) },
      'starting < clock-paused',
      'ContainerCreating: its node is pulling image nginx, because the clock of the cluster is paused.',
    ],
    [
      'has an owner that does not exist',
      {
        prepare: (c) => stop(c, 'garbage-collector-controller'),
        seed: pod('', {
          metadata:
            'ownerReferences: [{apiVersion: apps/v1, kind: ReplicaSet, name: web-1, uid: abc, controller: true}]',
        }),
      },
      'owner-gone < controller-stopped',
      'Running: its owner ReplicaSet web-1 no longer exists, so the garbage collector deletes it, because the garbage-collector controller is stopped.',
    ],
  ];

describe('an explanation of a pod', () => {
  test.each(STATES)('that %s names the cause', async (_, situation, chain, sentence) => {
    const why = await whyIn(template, { ...situation, of: 'pods/web' });
    expect({ chain: chainOf(why).join(' < '), sentence: why.sentence }).toEqual({ chain, sentence });
  });
});
