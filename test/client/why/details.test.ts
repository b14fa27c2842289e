import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestCluster, type TestCluster } from '../../../src/hosts/testing/testing.ts';
import { certificateRequest } from '../../clients/certificate-request.ts';
import { type Act, askWhy, chainOf, deployment, pod, type Situation, stop, whyIn } from './why-cluster.ts';

const POD = { group: '', version: 'v1', resource: 'pods', namespace: 'shop', name: 'web' };
const METAL = { group: '', version: 'v1', resource: 'nodes', name: 'metal' };
const WIDGETS = { group: 'example.com', version: 'v1', resource: 'widgets', namespace: 'shop' };
const DEFINITION = {
  group: 'apiextensions.k8s.io',
  version: 'v1',
  resource: 'customresourcedefinitions',
  name: 'widgets.example.com',
};

let template: TestCluster;
beforeAll(async () => {
  template = await createTestCluster({
    seed: 'apiVersion: v1\nkind: Namespace\nmetadata: {name: shop}',
    simulatedNodes: 1,
  });
});
afterAll(() => template.close());

/** Sets the scheduler's message about a pod. */
const unscheduled =
  (message: string): Act =>
  ({ client }) =>
    client.patch({ ...POD, subresource: 'status' }, 'merge', {
      status: { conditions: [{ type: 'PodScheduled', status: 'False', reason: 'Unschedulable', message }] },
    });
const LARGE = pod('', { container: 'resources: {requests: {cpu: 1000}}' });
const waiting = (message: string): Situation => ({
  of: 'pods/web',
  seed: LARGE,
  act: unscheduled(`0/1 nodes are available: 1 ${message}. preemption: no`),
});

/** Returns the event of a controller that could not create an object. */
const failed = (kind: string, apiVersion: string, message: string): string => `
apiVersion: v1
kind: Event
metadata: {name: failed, namespace: shop}
involvedObject: {kind: ${kind}, apiVersion: ${apiVersion}, namespace: shop, name: web}
type: Warning
reason: FailedCreate
message: ${JSON.stringify(message)}
---`;
const REPLICA_SET = `
apiVersion: apps/v1
kind: ReplicaSet
metadata: {name: web, namespace: shop}
spec: {selector: {matchLabels: {app: web}}, template: {metadata: {labels: {app: web}}, spec: {containers: [{name: web, image: nginx}]}}}
`;
const denied = (message: string): Situation => ({
  of: 'replicasets/web',
  prepare: (cluster) => stop(cluster, 'replicaset-controller'),
  seed: failed('ReplicaSet', 'apps/v1', message) + REPLICA_SET,
});
const request = (conditions: object[]): Situation => ({
  of: '/csr/ann',
  act: async ({ client }) => {
    const address = { group: 'certificates.k8s.io', version: 'v1', resource: 'certificatesigningrequests' };
    await client.create(address, JSON.parse(await certificateRequest('ann', 'example.com/signer')) as object);
    if (conditions.length > 0)
      await client.patch({ ...address, name: 'ann', subresource: 'approval' }, 'merge', { status: { conditions } });
  },
});
const node =
  (conditions: object[]): Act =>
  ({ client }) =>
    client.patch({ ...METAL, subresource: 'status' }, 'merge', { status: { conditions } });
const METAL_NODE = 'apiVersion: v1\nkind: Node\nmetadata: {name: metal}';
const ready = (status: string) => ({
  type: 'Ready',
  status,
  reason: 'KubeletNotReady',
  message: 'the network is not ready',
});
const WIDGET_DEFINITION = `
apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: {name: widgets.example.com}
spec:
  group: example.com
  scope: Namespaced
  names: {plural: widgets, singular: widget, kind: Widget}
  versions: [{name: v1, served: true, storage: true, schema: {openAPIV3Schema: {type: object, x-kubernetes-preserve-unknown-fields: true}}}]
`;
const widget: Act = ({ client }) =>
  client.create(WIDGETS, {
    apiVersion: 'example.com/v1',
    kind: 'Widget',
    metadata: { name: 'w', finalizers: ['example.com/backup'] },
    status: { conditions: [{ type: 'Ready', status: 'False', reason: 'NoDisk', message: 'The disk is missing.' }] },
  });

/** Objects: the situation, the rules of the most probable chain, and the sentence. */
const STATES: readonly (readonly [state: string, situation: Situation, chain: string, sentence: string])[] = [
  [
    'a pod on whose nodes the pod limit is reached',
    waiting('Too many pods'),
    'node-full',
    'Unschedulable: every node already has as many pods as it allows.',
  ],
  [
    'a pod that violates its topology spread',
    waiting("node(s) didn't match pod topology spread constraints"),
    'topology-spread',
    'Unschedulable: every node would violate its topology spread constraints.',
  ],
  [
    'a pod whose claims fit no volume',
    waiting("node(s) didn't find available persistent volumes to bind"),
    'volume-unavailable',
    'Unschedulable: no persistent volume fits its claims on any node.',
  ],
  [
    'a pod whose volume conflicts with its nodes',
    waiting('node(s) had volume node affinity conflict'),
    'volume-elsewhere',
    'Unschedulable: its volume can only be used on a node that has no room for it.',
  ],
  [
    'a pod whose volume does not exist',
    waiting('node(s) unavailable due to one or more pvc(s) bound to non-existent pv(s)'),
    'volume-gone',
    'Unschedulable: the volume to which its claim is bound no longer exists.',
  ],
  [
    'a pod that requests a node by name',
    waiting("node(s) didn't match the requested node name"),
    'node-name',
    'Unschedulable: no node has the requested name.',
  ],
  [
    'a pod with another obstacle',
    waiting('node(s) were painted red'),
    'unschedulable',
    'Unschedulable: the scheduler reports: 0/1 nodes are available: 1 node(s) were painted red. preemption: no.',
  ],
  [
    'a pod whose nodes had a taint',
    waiting('node(s) had untolerated taint {example.com/old: yes}'),
    'taint',
    'Unschedulable: the nodes had the taint example.com/old at the last scheduling attempt.',
  ],
  [
    'a pod that was evicted',
    {
      of: 'pods/web',
      seed: pod(''),
      act: ({ client }) =>
        client.patch({ ...POD, subresource: 'status' }, 'merge', {
          status: { phase: 'Failed', reason: 'Evicted', message: 'The node was low on resource: memory.' },
        }),
    },
    'pod-evicted',
    'Evicted: it was evicted: The node was low on resource: memory.',
  ],
  [
    'a pod with a volume that cannot be mounted',
    {
      of: 'pods/web',
      wait: '60s',
      seed: `apiVersion: v1
kind: ConfigMap
metadata: {name: settings, namespace: shop}
---${pod('volumes: [{name: files, configMap: {name: settings, items: [{key: color, path: color}]}}]', { container: 'volumeMounts: [{name: files, mountPath: /files}]' })}`,
    },
    'mount',
    'ContainerCreating: a volume cannot be mounted: MountVolume.SetUp failed for volume "files" : configmap references non-existent config key: color.',
  ],
  [
    'pods that admission denies',
    denied('pods "web-1" is forbidden: nobody wants it'),
    'creation-denied < admission',
    '0 of 1 available: pods cannot be created, because admission denies it: nobody wants it.',
  ],
  [
    'pods that a webhook denies',
    denied('admission webhook "guard.example.com" denied the request: not today'),
    'creation-denied < webhook-denial',
    '0 of 1 available: pods cannot be created, because webhook guard.example.com denies it: not today.',
  ],
  [
    'invalid pods',
    denied('Pod "web-1" is invalid: spec.containers[0].image: Required value'),
    'creation-denied < template-invalid',
    '0 of 1 available: pods cannot be created, because its template is not valid: spec.containers[0].image: Required value.',
  ],
  [
    'pods whose creation failed for another reason',
    denied('the server is on fire'),
    'creation-denied < request-failed',
    '0 of 1 available: pods cannot be created, because the server is on fire.',
  ],
  [
    'pods in a terminating namespace',
    denied('pods "web-1" is forbidden: unable to create new content in namespace shop because it is being terminated'),
    'creation-denied < namespace-terminating',
    '0 of 1 available: pods cannot be created, because namespace shop is being deleted.',
  ],
  [
    'two pods that request too many resources',
    { of: 'deployments/web', seed: deployment('', { replicas: 2, container: 'resources: {requests: {cpu: 1000}}' }) },
    'pods-not-ready < insufficient-resource',
    '0 of 2 available: two pods have no node since 09:01 UTC, because each requests 1000 cpu, and the largest node has only 32 cpu.',
  ],
  [
    'a quota whose controller is stopped',
    {
      of: 'resourcequotas/team',
      prepare: (c) => stop(c, 'resourcequota-controller'),
      seed: 'apiVersion: v1\nkind: ResourceQuota\nmetadata: {name: team, namespace: shop}\nspec: {hard: {pods: "1"}}',
    },
    'quota-not-counted < controller-stopped',
    'Available: its controller has not counted what is used, because the resourcequota controller is stopped.',
  ],
  [
    'an autoscaler whose controller is stopped',
    {
      of: 'hpa/web',
      prepare: (c) => stop(c, 'horizontal-pod-autoscaler-controller'),
      seed: 'apiVersion: autoscaling/v2\nkind: HorizontalPodAutoscaler\nmetadata: {name: web, namespace: shop}\nspec: {scaleTargetRef: {apiVersion: apps/v1, kind: Deployment, name: web}, maxReplicas: 2}',
    },
    'autoscaler-not-examined < controller-stopped',
    'Unknown: its controller has not processed it, because the horizontal-pod-autoscaler controller is stopped.',
  ],
  [
    'a budget for pods without a controller',
    {
      of: 'pdb/web',
      seed: `apiVersion: policy/v1
kind: PodDisruptionBudget
metadata: {name: web, namespace: shop}
spec: {maxUnavailable: 1, selector: {matchLabels: {app: web}}}
---${pod('')}`,
    },
    'budget-unmanaged',
    'Unused: no controller defines the desired number of its pods.',
  ],
  [
    'a cron job that cannot create a job',
    {
      of: 'cronjobs/web',
      seed: `${failed('CronJob', 'batch/v1', 'no more jobs')}
apiVersion: batch/v1
kind: CronJob
metadata: {name: web, namespace: shop}
spec: {schedule: "0 3 * * *", jobTemplate: {spec: {template: {spec: {restartPolicy: Never, containers: [{name: a, image: a}]}}}}}`,
    },
    'cron-job-failed',
    'Scheduled: its controller reports: no more jobs.',
  ],
  [
    'a job that failed by its failure policy',
    {
      of: 'jobs/once',
      wait: '60s',
      seed: `apiVersion: batch/v1
kind: Job
metadata: {name: once, namespace: shop}
spec:
  podFailurePolicy: {rules: [{action: FailJob, onExitCodes: {operator: In, values: [2]}}]}
  template: {spec: {restartPolicy: Never, containers: [{name: a, image: a, command: [sh, -c, "exit 2"]}]}}
`,
    },
    'job-failed < crash',
    'Failed: it failed for the reason PodFailurePolicy, because container a exited with code 2, and is not restarted.',
  ],
  [
    'a namespace whose content is being deleted',
    {
      of: '/namespaces/shop',
      wait: '0s',
      act: ({ client }) => client.delete({ ...METAL, resource: 'namespaces', name: 'shop' }),
    },
    'namespace-emptied < clock-paused',
    'Terminating: its content is being deleted, because the clock of the cluster is paused.',
  ],
  [
    'a namespace with a finalizer on a custom object',
    {
      of: '/namespaces/shop',
      seed: WIDGET_DEFINITION,
      act: async (c) => {
        await widget(c);
        await c.client.delete({ ...METAL, resource: 'namespaces', name: 'shop' });
      },
    },
    'namespace-content < finalizer',
    'Terminating: one object in it cannot be deleted: Widget w, because the finalizer example.com/backup holds Widget w until its controller removes it.',
  ],
  [
    'a definition whose object has a finalizer',
    {
      of: '/crd/widgets.example.com',
      seed: WIDGET_DEFINITION,
      act: async (c) => {
        await widget(c);
        await c.client.delete(DEFINITION);
      },
    },
    'finalizer < dependents < finalizer',
    'Terminating: the finalizer customresourcecleanup.apiextensions.k8s.io holds CustomResourceDefinition widgets.example.com, because Widget w must be deleted first, because the finalizer example.com/backup holds Widget w until its controller removes it.',
  ],
  [
    'a custom object that is not ready',
    { of: 'widgets/w', seed: WIDGET_DEFINITION, act: widget },
    'stated',
    'Not ready: the disk is missing.',
  ],
  [
    'a binding without subjects',
    {
      of: 'rolebindings/readers',
      seed: 'apiVersion: rbac.authorization.k8s.io/v1\nkind: RoleBinding\nmetadata: {name: readers, namespace: shop}\nroleRef: {apiGroup: rbac.authorization.k8s.io, kind: ClusterRole, name: view}',
    },
    'no-subjects',
    'RoleBinding readers: it names no subjects, so it grants nothing.',
  ],
  [
    'a node that is not ready',
    { of: '/nodes/metal', seed: METAL_NODE, act: node([ready('False')]) },
    'node-not-ready',
    'Not ready: node metal reports that it is not ready: the network is not ready.',
  ],
  [
    'a node that runs out of disk space',
    {
      of: '/nodes/metal',
      seed: METAL_NODE,
      act: node([
        ready('True'),
        {
          type: 'DiskPressure',
          status: 'True',
          reason: 'KubeletHasDiskPressure',
          message: 'kubelet has disk pressure',
        },
      ]),
    },
    'node-pressure',
    'DiskPressure: node metal runs out of disk space.',
  ],
  ['a certificate request without approval', request([]), 'not-approved', 'Pending: it has not been approved.'],
  [
    'a certificate request that was denied',
    request([{ type: 'Denied', status: 'True', reason: 'Unknown', message: 'who is ann?' }]),
    'request-denied',
    'Denied: it was denied: who is ann?',
  ],
  [
    'a certificate request that its signer ignores',
    request([{ type: 'Approved', status: 'True', reason: 'Known' }]),
    'not-signed',
    'Approved: signer example.com/signer has not issued a certificate.',
  ],
  [
    'a deleted volume that is bound',
    {
      of: '/persistentvolumes/disk',
      seed: `apiVersion: v1
kind: PersistentVolume
metadata: {name: disk}
spec: {storageClassName: "", capacity: {storage: 5Gi}, accessModes: [ReadWriteOnce], hostPath: {path: /data}}
---
apiVersion: v1
kind: PersistentVolumeClaim
metadata: {name: data, namespace: shop}
spec: {storageClassName: "", accessModes: [ReadWriteOnce], resources: {requests: {storage: 5Gi}}}`,
      act: ({ client }) => client.delete({ ...METAL, resource: 'persistentvolumes', name: 'disk' }),
    },
    'finalizer < volume-in-use',
    'Terminating: the finalizer kubernetes.io/pv-protection holds PersistentVolume disk, because claim shop/data is bound to it.',
  ],
  [
    'a claim for a volume of another claim',
    {
      of: 'persistentvolumeclaims/data',
      seed: `apiVersion: v1
kind: PersistentVolume
metadata: {name: disk}
spec: {storageClassName: "", claimRef: {namespace: shop, name: other}, capacity: {storage: 5Gi}, accessModes: [ReadWriteOnce], hostPath: {path: /data}}
---
apiVersion: v1
kind: PersistentVolumeClaim
metadata: {name: data, namespace: shop}
spec: {volumeName: disk, storageClassName: "", accessModes: [ReadWriteOnce], resources: {requests: {storage: 5Gi}}}`,
    },
    'volume-taken',
    'Pending: volume disk belongs to claim shop/other.',
  ],
];

describe('an explanation', () => {
  test.each(STATES)('of %s names the cause', async (_, situation, chain, sentence) => {
    const why = await whyIn(template, situation);
    expect({ chain: chainOf(why).join(' < '), sentence: why.sentence }).toEqual({ chain, sentence });
  });

  test('of a pod reports that no controllers run', async () => {
    const cluster = await createTestCluster({
      controllers: false,
      seed: `apiVersion: v1\nkind: Namespace\nmetadata: {name: shop}\n---${pod('')}`,
    });
    expect((await askWhy(cluster, 'pods/web')).sentence).toBe(
      'Pending: the scheduler has not processed it, because the scheduler does not run in this cluster.',
    );
    await cluster.close();
  });
});
