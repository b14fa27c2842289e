import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { dialectNamed } from '../../../src/api/dialect.ts';
import { apiVersionOf, type GroupVersionKind } from '../../../src/api/object.ts';
import type { WhySource } from '../../../src/client/why/view.ts';
import { explain } from '../../../src/client/why/why.ts';
import { createTestCluster, type TestCluster } from '../../../src/hosts/testing/testing.ts';
import { definitions } from '../../../src/schema/definitions.ts';
import { type Act, deployment, pod, type Situation, stop, whyIn } from './why-cluster.ts';

let template: TestCluster;
beforeAll(async () => {
  template = await createTestCluster({
    seed: 'apiVersion: v1\nkind: Namespace\nmetadata: {name: shop}',
    simulatedNodes: 1,
  });
});
afterAll(() => template.close());

const NODE = { group: '', version: 'v1', resource: 'nodes', name: 'simulated-node-0' };
const crash: Act = ({ client }) =>
  client.patch(NODE, 'merge', { metadata: { annotations: { 'simulation.tabplane.dev/down': 'true' } } });
const crashes = { annotations: 'simulation.tabplane.dev/fault: crash-loop' };
const job = (spec: string, command = 'exit 0') => `
apiVersion: batch/v1
kind: Job
metadata: {name: work, namespace: shop}
spec: {${spec}template: {spec: {restartPolicy: Never, containers: [{name: work, image: busybox, command: [sh, -c, ${command}]}]}}}`;
const service = `
apiVersion: v1
kind: Service
metadata: {name: web, namespace: shop}
spec: {selector: {app: web}, ports: [{port: 80}]}
---`;
const quota = (hard: string) => `
apiVersion: v1
kind: ResourceQuota
metadata: {name: small, namespace: shop}
spec: {hard: {${hard}}}
---`;
const budget = `
apiVersion: policy/v1
kind: PodDisruptionBudget
metadata: {name: web, namespace: shop}
spec: {minAvailable: 2, selector: {matchLabels: {app: web}}}
---`;
const autoscaler = (target = 'web') => `
apiVersion: autoscaling/v2
kind: HorizontalPodAutoscaler
metadata: {name: web, namespace: shop}
spec:
  scaleTargetRef: {apiVersion: apps/v1, kind: Deployment, name: ${target}}
  minReplicas: 1
  maxReplicas: 2
  metrics: [{type: Resource, resource: {name: cpu, target: {type: Utilization, averageUtilization: 50}}}]
---`;
const requests = { container: 'resources: {requests: {cpu: 100m}}' };

const SHOP = { group: '', version: 'v1', resource: 'namespaces', name: 'shop' };
const POD = { group: '', version: 'v1', resource: 'pods', namespace: 'shop', name: 'web' };
const heal: Act = ({ client }) =>
  client.patch(POD, 'merge', { metadata: { annotations: { 'simulation.tabplane.dev/fault': null } } });
const setConditions =
  (address: typeof POD | typeof NODE, condition: object): Act =>
  ({ client }) =>
    client.patch({ ...address, subresource: 'status' }, 'strategic', { status: { conditions: [condition] } });
const fillDisk: Act = async (cluster) => {
  await stop(cluster, 'node-simulation');
  await setConditions(NODE, { type: 'DiskPressure', status: 'True', reason: 'KubeletHasDiskPressure' })(cluster);
};
const setCondition = setConditions(POD, { type: 'example.com/gate', status: 'False', reason: 'NotChecked' });
const DEFINITION = `
apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: {name: gadgets.example.com}
spec:
  group: example.com
  scope: Namespaced
  names: {plural: gadgets, kind: Gadget}
  versions: [{name: v1, served: true, storage: true, schema: {openAPIV3Schema: {type: object}}}]`;
const API_SERVICE = `
apiVersion: apiregistration.k8s.io/v1
kind: APIService
metadata: {name: v1.wardle.example.com}
spec:
  group: wardle.example.com
  version: v1
  groupPriorityMinimum: 100
  versionPriority: 100
  service: {namespace: shop, name: wardle}
  insecureSkipTLSVerify: true`;
const FLOW_SCHEMA = `
apiVersion: flowcontrol.apiserver.k8s.io/v1beta3
kind: FlowSchema
metadata: {name: mine}
spec: {priorityLevelConfiguration: {name: absent}, matchingPrecedence: 500}`;

/** Conditions and counts: the situation, and the sentence that explains it. */
const ASPECTS: readonly (readonly [aspect: string, situation: Situation, sentence: string])[] = [
  [
    'the condition Ready of a ready pod',
    { seed: pod(''), of: 'pods/web', about: 'condition=Ready' },
    'Ready is true since 09:01 UTC: it can serve requests.',
  ],
  [
    'the condition PodScheduled of a pod with a node',
    { seed: pod(''), of: 'pods/web', about: 'condition=PodScheduled' },
    'PodScheduled is true since 09:01 UTC: the scheduler has assigned it a node.',
  ],
  [
    'the condition PodScheduled of a pod that fits no node',
    { seed: pod('nodeSelector: {disk: fast}'), of: 'pods/web', about: 'condition=PodScheduled' },
    'PodScheduled is false since 09:01 UTC: no node has the label disk=fast of its node selector.',
  ],
  [
    'the condition ContainersReady of a crashing pod',
    { seed: pod('', crashes), wait: '60s', of: 'pods/web', about: 'condition=ContainersReady' },
    'ContainersReady is false since 09:01 UTC: container web exits with code 1, and was restarted three times, with increasing back-off delays.',
  ],
  [
    'the restarts of a container',
    { seed: pod('', crashes), wait: '60s', of: 'pods/web', about: 'count=restarts.web' },
    '3 restarts of web: container web exits with code 1, and was restarted three times, with increasing back-off delays.',
  ],
  [
    'the restarts of a pod',
    { seed: pod('', crashes), wait: '60s', of: 'pods/web', about: 'count=restarts' },
    '3 restarts: container web exits with code 1, and was restarted three times, with increasing back-off delays.',
  ],
  [
    'the restarts of a container that runs again',
    {
      seed: pod('', { ...crashes, container: 'livenessProbe: {exec: {command: ["true"]}}' }),
      act: heal,
      wait: '60s',
      of: 'pods/web',
      about: 'count=restarts.web',
    },
    '4 restarts of web: container web exited with code 1.',
  ],
  [
    'the condition Initialized of a pod whose init container has no image',
    { seed: pod('initContainers: [{name: setup, image: missing}]'), of: 'pods/web', about: 'condition=Initialized' },
    'Initialized is false since 09:01 UTC: image missing of init container setup cannot be pulled: it was not found.',
  ],
  [
    'the condition Ready of a pod with an open readiness gate',
    { seed: pod('readinessGates: [{conditionType: example.com/gate}]'), of: 'pods/web', about: 'condition=Ready' },
    'Ready is false since 09:01 UTC: its readiness gate example.com/gate is not true.',
  ],
  [
    'the condition Available of an available deployment',
    { seed: deployment('', { replicas: 2 }), of: 'deployments/web', about: 'condition=Available' },
    'Available is true since 09:01 UTC: it has as many available pods as its strategy requires.',
  ],
  [
    'the condition Available of a deployment whose pods fit no node',
    {
      seed: deployment('nodeSelector: {disk: fast}', { replicas: 2 }),
      of: 'deployments/web',
      about: 'condition=Available',
    },
    'Available is false since 09:01 UTC: two pods have no node since 09:01 UTC, because no node has the label disk=fast of its node selector.',
  ],
  [
    'the condition Progressing of a deployment after its deadline',
    {
      seed: deployment('nodeSelector: {disk: fast}', { replicas: 2, more: 'progressDeadlineSeconds: 5' }),
      of: 'deployments/web',
      about: 'condition=Progressing',
    },
    'Progressing is false since 09:01 UTC: its rollout has made no progress for five seconds, because two pods have no node since 09:01 UTC, because no node has the label disk=fast of its node selector.',
  ],
  [
    'the condition ReplicaFailure of a deployment under a quota',
    {
      seed: quota("pods: '1'"),
      act: (c) => c.load(deployment('', { replicas: 2 })),
      of: 'deployments/web',
      about: 'condition=ReplicaFailure',
    },
    'ReplicaFailure is true since 09:01 UTC: pods cannot be created, because quota small allows pods=1, pods=1 is used, and one more needs pods=1.',
  ],
  [
    'the ready pods of a deployment whose pods fit no node',
    { seed: deployment('nodeSelector: {disk: fast}', { replicas: 2 }), of: 'deployments/web', about: 'count=ready' },
    '0 of 2 ready: two pods have no node since 09:01 UTC, because no node has the label disk=fast of its node selector.',
  ],
  [
    'the updated pods of a deployment that is rolled out',
    { seed: deployment('', { replicas: 2 }), of: 'deployments/web', about: 'count=updated' },
    '2 of 2 updated: every pod has the newest template.',
  ],
  [
    'the available pods of a deployment that waits after its pods are ready',
    {
      seed: deployment('', { replicas: 2, more: 'minReadySeconds: 60' }),
      of: 'deployments/web',
      about: 'count=available',
    },
    '0 of 2 available: two pods have not been ready for 60 seconds.',
  ],
  [
    'the condition MemoryPressure of a node that crashed',
    { act: crash, wait: '60s', of: '/nodes/simulated-node-0', about: 'condition=MemoryPressure' },
    'MemoryPressure is unknown since 09:02 UTC: node simulated-node-0 stopped reporting at 09:02 UTC, because the annotation simulation.tabplane.dev/down makes it crash.',
  ],
  [
    'the condition MemoryPressure of a node that reports',
    { of: '/nodes/simulated-node-0', about: 'condition=MemoryPressure' },
    'MemoryPressure is false since 09:00 UTC: its kubelet reports enough free memory.',
  ],
  [
    'the condition DiskPressure of a node whose disk is full',
    { act: fillDisk, of: '/nodes/simulated-node-0', about: 'condition=DiskPressure' },
    'DiskPressure is true since 09:00 UTC: node simulated-node-0 runs out of disk space.',
  ],
  [
    'the condition Ready of a node that reports',
    { of: '/nodes/simulated-node-0', about: 'condition=Ready' },
    'Ready is true since 09:00 UTC: its kubelet reports that it can run pods.',
  ],
  [
    'the processors that pods request of a full node',
    {
      seed: pod('', { container: 'resources: {requests: {cpu: 32}}' }),
      of: '/nodes/simulated-node-0',
      about: 'count=requested.cpu',
    },
    '32 of 32 cpu requested: one pod requests cpu: web (32).',
  ],
  [
    'the pods of a node with room',
    { seed: pod(''), of: '/nodes/simulated-node-0', about: 'count=requested.pods' },
    '1 of 110 pods requested: its pods request less than it has.',
  ],
  [
    'the condition Failed of a job after its back-off limit',
    { seed: job('backoffLimit: 1, ', 'exit 3'), wait: '200s', of: 'jobs/work', about: 'condition=Failed' },
    'Failed is true since 09:01 UTC: its pods failed more often than its back-off limit of 1 allows, because container work exited with code 3, and is not restarted.',
  ],
  [
    'the failed pods of a job that goes on',
    { seed: job('', 'exit 3'), wait: '30s', of: 'jobs/work', about: 'count=failed' },
    '2 of 6 failed pods: two pods failed, and are replaced, because container work exited with code 3, and is not restarted.',
  ],
  [
    'the succeeded pods of a job that completed',
    { seed: job(''), wait: '60s', of: 'jobs/work', about: 'count=succeeded' },
    '1 of 1 succeeded: all of its pods succeeded.',
  ],
  [
    'the condition Suspended of a suspended job',
    { seed: job('suspend: true, '), of: 'jobs/work', about: 'condition=Suspended' },
    'Suspended is true since 09:01 UTC: its field suspend is true, so it creates no pods.',
  ],
  [
    'the active pods of a suspended job',
    { seed: job('suspend: true, '), of: 'jobs/work', about: 'count=active' },
    '0 of 1 active: its field suspend is true, so it creates no pods.',
  ],
  [
    'the endpoints of a service whose selector matches nothing',
    { seed: service, of: 'services/web', about: 'count=endpoints' },
    '0 endpoints: no pod has the labels app=web of its selector.',
  ],
  [
    'the endpoints of a service that serves',
    { seed: service + pod(''), of: 'services/web', about: 'count=endpoints' },
    '1 endpoint: every pod that its selector matches is ready.',
  ],
  [
    'the endpoints of a service whose pods fit no node',
    { seed: service + deployment('nodeSelector: {disk: fast}'), of: 'services/web', about: 'count=endpoints' },
    '0 endpoints: one pod has no node since 09:01 UTC, because no node has the label disk=fast of its node selector.',
  ],
  [
    'the pods of a quota that is used up',
    { seed: quota("pods: '1'") + pod(''), of: 'resourcequotas/small', about: 'count=used.pods' },
    '1 of 1 pods used: one pod has not finished: web.',
  ],
  [
    'the pods of a quota that is not used up',
    { seed: quota("pods: '2'") + pod(''), of: 'resourcequotas/small', about: 'count=used.pods' },
    '1 of 2 pods used: the namespace uses less than the quota allows.',
  ],
  [
    'the config maps of a quota that is used up',
    { seed: quota("configmaps: '1'"), of: 'resourcequotas/small', about: 'count=used.configmaps' },
    '1 of 1 configmaps used: the namespace has kube-root-ca.crt.',
  ],
  [
    'the requests of a quota that are used up',
    {
      seed: quota('requests.cpu: 100m'),
      act: (c) => c.load(pod('', requests)),
      of: 'resourcequotas/small',
      about: 'count=used.requests.cpu',
    },
    '100m of 100m requests.cpu used: one pod requests cpu: web (100m).',
  ],
  [
    'a quota whose controller is stopped',
    {
      prepare: (c) => stop(c, 'resourcequota-controller'),
      seed: quota("pods: '0'"),
      of: 'resourcequotas/small',
      about: 'count=used.pods',
    },
    '0 of 0 pods used: its controller has not counted what is used, because the resourcequota controller is stopped.',
  ],
  [
    'the evictions that a tight budget allows',
    { seed: budget + deployment('', { replicas: 2 }), of: 'poddisruptionbudgets/web', about: 'count=evictions' },
    '0 evictions allowed: minAvailable 2 allows the eviction of none of its two pods.',
  ],
  [
    'the healthy pods of a budget whose pods fit no node',
    {
      seed: budget + deployment('nodeSelector: {disk: fast}', { replicas: 2 }),
      of: 'poddisruptionbudgets/web',
      about: 'count=healthy',
    },
    '0 of 2 healthy: 0 of 2 pods are healthy, and 2 must be, because two pods have no node since 09:01 UTC, because no node has the label disk=fast of its node selector.',
  ],
  [
    'the healthy pods that a budget with minAvailable requires',
    {
      seed: budget + deployment('nodeSelector: {disk: fast}', { replicas: 2 }),
      of: 'poddisruptionbudgets/web',
      about: 'count=required',
    },
    '2 must be healthy: minAvailable requires 2 of its two pods.',
  ],
  [
    'the healthy pods that a budget with maxUnavailable requires',
    {
      seed: budget.replace('minAvailable: 2', 'maxUnavailable: 50%') + deployment('', { replicas: 2 }),
      of: 'poddisruptionbudgets/web',
      about: 'count=required',
    },
    '1 must be healthy: maxUnavailable allows 50% of its two pods to be unavailable.',
  ],
  [
    'the condition DisruptionAllowed of a tight budget',
    {
      seed: budget + deployment('', { replicas: 2 }),
      of: 'poddisruptionbudgets/web',
      about: 'condition=DisruptionAllowed',
    },
    'DisruptionAllowed is false since 09:01 UTC: minAvailable 2 allows the eviction of none of its two pods.',
  ],
  [
    'the condition AbleToScale of an autoscaler without a target',
    {
      seed: autoscaler('wbe') + deployment('', requests),
      wait: '60s',
      of: 'horizontalpodautoscalers/web',
      about: 'condition=AbleToScale',
    },
    'AbleToScale is false since 09:01 UTC: its scale target Deployment wbe does not exist.',
  ],
  [
    'the condition ScalingActive of an autoscaler without requests',
    {
      seed: autoscaler() + deployment(''),
      wait: '60s',
      of: 'horizontalpodautoscalers/web',
      about: 'condition=ScalingActive',
    },
    'ScalingActive is false since 09:01 UTC: the containers of Deployment web do not request cpu, which its utilization target requires.',
  ],
  [
    'the condition ScalingLimited of an autoscaler within its limits',
    {
      seed: autoscaler() + deployment('', requests),
      wait: '60s',
      of: 'horizontalpodautoscalers/web',
      about: 'condition=ScalingLimited',
    },
    'ScalingLimited is false since 09:01 UTC: the desired number of replicas lies between its minimum and its maximum.',
  ],
  [
    'the replicas of an autoscaler within its limits',
    {
      seed: autoscaler() + deployment('', requests),
      wait: '60s',
      of: 'horizontalpodautoscalers/web',
      about: 'count=replicas',
    },
    '1 of at most 2 replicas: its metrics ask for as many replicas as there are.',
  ],
  [
    'the desired replicas of an autoscaler within its limits',
    {
      seed: autoscaler() + deployment('', requests),
      wait: '60s',
      of: 'horizontalpodautoscalers/web',
      about: 'count=desired',
    },
    '1 replica desired: its metrics ask for this number of replicas.',
  ],
  [
    'the desired replicas of an autoscaler without requests',
    {
      seed: autoscaler() + deployment(''),
      wait: '60s',
      of: 'horizontalpodautoscalers/web',
      about: 'count=desired',
    },
    '0 replicas desired: the containers of Deployment web do not request cpu, which its utilization target requires.',
  ],
  [
    'the condition NamespaceContentRemaining of a namespace that is being deleted',
    {
      seed: pod('', { metadata: 'finalizers: [example.com/hold]' }),
      act: ({ client }) => client.delete(SHOP),
      of: '/namespaces/shop',
      about: 'condition=NamespaceContentRemaining',
    },
    'NamespaceContentRemaining is true since 09:01 UTC: one object in it cannot be deleted: Pod web, because the finalizer example.com/hold holds Pod web until its controller removes it.',
  ],
  [
    'the condition NamesAccepted of a definition whose names are free',
    { seed: DEFINITION, of: '/customresourcedefinitions/gadgets.example.com', about: 'condition=NamesAccepted' },
    'NamesAccepted is true since 09:01 UTC: no other resource uses its names.',
  ],
  [
    'the condition Available of an API whose service is missing',
    { seed: API_SERVICE, of: '/apiservices/v1.wardle.example.com', about: 'condition=Available' },
    'Available is false since 09:01 UTC: service shop/wardle does not exist.',
  ],
  [
    'the condition Dangling of a flow schema without a level',
    { seed: FLOW_SCHEMA, of: '/flowschemas/mine', about: 'condition=Dangling' },
    'Dangling is true since 09:01 UTC: its priority level does not exist.',
  ],
  [
    'a condition that somebody else has set',
    { seed: pod(''), act: setCondition, of: 'pods/web', about: 'condition=example.com/gate' },
    'example.com/gate is false: its reason is NotChecked.',
  ],
];

describe('a condition or count has a sentence of its own:', () => {
  test.each(ASPECTS)('%s', async (_aspect, situation, sentence) => {
    expect((await whyIn(template, situation)).sentence).toBe(sentence);
  });
});

/** The types of the conditions that Kubernetes 1.28 itself sets, by kind. Kinds without any have an empty list. */
const CONDITION_TYPES: Readonly<Record<string, readonly string[]>> = {
  'apiextensions.k8s.io/CustomResourceDefinition': [
    'NamesAccepted',
    'Established',
    'NonStructuralSchema',
    'Terminating',
    'KubernetesAPIApprovalPolicyConformant',
  ],
  'apiregistration.k8s.io/APIService': ['Available'],
  'apps/DaemonSet': [],
  'apps/Deployment': ['Available', 'Progressing', 'ReplicaFailure'],
  'apps/ReplicaSet': ['ReplicaFailure'],
  'apps/StatefulSet': [],
  'autoscaling/HorizontalPodAutoscaler': ['AbleToScale', 'ScalingActive', 'ScalingLimited'],
  'batch/Job': ['Complete', 'Failed', 'FailureTarget', 'Suspended'],
  'certificates.k8s.io/CertificateSigningRequest': ['Approved', 'Denied', 'Failed'],
  '/ComponentStatus': ['Healthy'],
  '/Namespace': [
    'NamespaceDeletionDiscoveryFailure',
    'NamespaceDeletionGroupVersionParsingFailure',
    'NamespaceDeletionContentFailure',
    'NamespaceContentRemaining',
    'NamespaceFinalizersRemaining',
  ],
  '/Node': ['Ready', 'MemoryPressure', 'DiskPressure', 'PIDPressure', 'NetworkUnavailable'],
  '/PersistentVolumeClaim': ['Resizing', 'FileSystemResizePending'],
  '/Pod': ['PodScheduled', 'PodReadyToStartContainers', 'Initialized', 'ContainersReady', 'Ready', 'DisruptionTarget'],
  '/ReplicationController': ['ReplicaFailure'],
  '/Service': [],
  'flowcontrol.apiserver.k8s.io/FlowSchema': ['Dangling'],
  'flowcontrol.apiserver.k8s.io/PriorityLevelConfiguration': [],
  'internal.apiserver.k8s.io/StorageVersion': ['AllEncodingVersionsEqual'],
  'policy/PodDisruptionBudget': ['DisruptionAllowed'],
  'admissionregistration.k8s.io/ValidatingAdmissionPolicy': [],
};

/** Returns the kinds whose definition has conditions, in itself or in its status. */
function kindsWithConditions(): readonly GroupVersionKind[] {
  const hasConditions = (name = '') => definitions[name]?.fields?.conditions?.type === 'array';
  return Object.entries(definitions)
    .filter(([name, { fields }]) => hasConditions(name) || hasConditions(fields?.status?.ref))
    .flatMap(([, { kinds = [] }]) => kinds.map(([group = '', version = '', kind = '']) => ({ group, version, kind })));
}

/** A source in which nothing but the object exists. */
const EMPTY: WhySource = {
  dialect: dialectNamed('kubernetes'),
  now: 0,
  controllers: [],
  rate: undefined,
  moves: [],
  denials: [],
  list: async () => [],
};

describe('the conditions of built-in kinds', () => {
  const kinds = kindsWithConditions();

  test('are known by their types for every kind that has conditions', () => {
    const names = new Set(kinds.map(({ group, kind }) => `${group}/${kind}`));
    expect([...names].sort()).toEqual(Object.keys(CONDITION_TYPES).sort());
  });

  const cases = kinds.flatMap((kind) =>
    (CONDITION_TYPES[`${kind.group}/${kind.kind}`] ?? []).flatMap((type) =>
      ['True', 'False', 'Unknown'].map((status) => ({ ...kind, type, status })),
    ),
  );

  test.each(cases)('$kind $version $type=$status has an answer without a message', async (wanted) => {
    const { group, version, kind, type, status } = wanted;
    const condition = { type, status };
    const object = {
      apiVersion: apiVersionOf(group, version),
      kind,
      metadata: { name: 'web' },
      status: { conditions: [condition] },
      ...(kind === 'ComponentStatus' ? { conditions: [condition] } : {}),
    };
    const found = await explain(object, EMPTY, { condition: type });
    expect(found?.sentence).toMatch(new RegExp(`^${type} is ${status.toLowerCase()}: .+\\.$`));
    expect(found?.sentence).not.toContain('gives no reason');
  });
});

describe('a count with the name of an inherited member', () => {
  const web = { metadata: { name: 'web' }, spec: {}, status: {} };

  test.each([
    ['apps/v1', 'Deployment', 'constructor'],
    ['v1', 'ResourceQuota', 'used.constructor'],
    ['v1', 'Pod', '__proto__'],
  ])('is unknown: %s %s %s', async (apiVersion, kind, count) => {
    expect(await explain({ apiVersion, kind, ...web }, EMPTY, { count })).toBeUndefined();
  });
});
