import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestCluster, type TestCluster } from '../../../src/hosts/testing/testing.ts';
import { type Act, chainOf, deployment, pod, type Situation, stop, whyIn } from './why-cluster.ts';

const SHOP = { group: '', version: 'v1', resource: 'namespaces', name: 'shop' };
const NODE = { group: '', version: 'v1', resource: 'nodes', name: 'simulated-node-0' };
const POD = { group: '', version: 'v1', resource: 'pods', namespace: 'shop', name: 'web' };
const CLAIM = { group: '', version: 'v1', resource: 'persistentvolumeclaims', namespace: 'shop', name: 'data' };

let template: TestCluster;
beforeAll(async () => {
  template = await createTestCluster({
    seed: 'apiVersion: v1\nkind: Namespace\nmetadata: {name: shop}',
    simulatedNodes: 1,
  });
});
afterAll(() => template.close());

const service = (spec: string) => `
apiVersion: v1
kind: Service
metadata: {name: web, namespace: shop}
spec: {${spec}}
---`;
const ingress = (name: string, port: string, more = '') => `
apiVersion: networking.k8s.io/v1
kind: Ingress
metadata: {name: web, namespace: shop}
spec: {${more}defaultBackend: {service: {name: ${name}, port: {${port}}}}}
`;
const claim = (spec: string) => `
apiVersion: v1
kind: PersistentVolumeClaim
metadata: {name: data, namespace: shop}
spec: {${spec}accessModes: [ReadWriteOnce], resources: {requests: {storage: 10Gi}}}
---`;
const storageClass = (provisioner: string, mode: string) => `
apiVersion: storage.k8s.io/v1
kind: StorageClass
metadata: {name: fast}
provisioner: ${provisioner}
volumeBindingMode: ${mode}
---`;
const volume = (spec: string) => `
apiVersion: v1
kind: PersistentVolume
metadata: {name: disk}
spec: {${spec}capacity: {storage: 5Gi}, accessModes: [ReadWriteOnce], hostPath: {path: /data}}
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
const budget = (spec: string) => `
apiVersion: policy/v1
kind: PodDisruptionBudget
metadata: {name: web, namespace: shop}
spec: {${spec}, selector: {matchLabels: {app: web}}}
---`;
const definition = (plural: string, name = 'widgets') => `
apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: {name: ${plural}.example.com}
spec:
  group: example.com
  scope: Namespaced
  names: {plural: ${plural}, singular: ${plural}x, kind: ${name}}
  versions: [{name: v1, served: true, storage: true, schema: {openAPIV3Schema: {type: object}}}]
---`;
const takeNames: Act = ({ client }) =>
  client.create(
    { group: 'apiextensions.k8s.io', version: 'v1', resource: 'customresourcedefinitions' },
    {
      apiVersion: 'apiextensions.k8s.io/v1',
      kind: 'CustomResourceDefinition',
      metadata: { name: 'gadgets.example.com' },
      spec: {
        group: 'example.com',
        scope: 'Namespaced',
        names: { plural: 'gadgets', kind: 'Thing' },
        versions: [{ name: 'v1', served: true, storage: true, schema: { openAPIV3Schema: { type: 'object' } } }],
      },
    },
  );
const down: Act = ({ client }) =>
  client.patch(NODE, 'merge', { metadata: { annotations: { 'simulation.tabplane.dev/down': 'true' } } });
const requests = { container: 'resources: {requests: {cpu: 100m}}' };

/** Objects: the situation, the rules of the most probable chain, and the sentence. */
const STATES: readonly (readonly [state: string, situation: Situation, chain: string, sentence: string])[] = [
  [
    'a service with ready endpoints',
    { of: 'services/web', seed: service('selector: {app: web}, ports: [{port: 80}]') + pod('') },
    '',
    'Serving. Nothing is wrong with it.',
  ],
  [
    'a service whose selector matches nothing',
    { of: 'services/web', seed: service('selector: {app: wbe}, ports: [{port: 80}]') + pod('') },
    'selector-without-pods',
    'No endpoints: no pod has the labels app=wbe of its selector, and the nearest, pod web, has app=web.',
  ],
  [
    'a service whose pods are not ready',
    {
      of: 'services/web',
      seed: service('selector: {app: web}, ports: [{port: 80}]') + pod('').replace('image: nginx', 'image: missing'),
      wait: '30s',
    },
    'pods-not-ready < image',
    'No ready endpoints: one pod has not started since 09:01 UTC, because image missing of container web cannot be pulled: it was not found.',
  ],
  [
    'a service with an unknown target port name',
    {
      of: 'services/web',
      seed:
        service('selector: {app: web}, ports: [{name: http, port: 80, targetPort: web}]') +
        pod('', { container: 'ports: [{name: http, containerPort: 8080}]' }),
    },
    'service-port',
    'Serving: no container of its pods declares port web, the target of port http (80); they declare http 8080.',
  ],
  [
    'a service with an undeclared target port',
    {
      of: 'services/web',
      seed:
        service('selector: {app: web}, ports: [{port: 80}]') + pod('', { container: 'ports: [{containerPort: 8080}]' }),
    },
    'service-port',
    'Serving: no container of its pods declares port 80, the target of port 80; they declare 8080.',
  ],
  [
    'a service without a selector',
    { of: 'services/web', seed: service('ports: [{port: 80}]') },
    'no-selector',
    'No endpoints: it has no selector, and no endpoints have been added.',
  ],
  [
    'a service whose endpoint slice controller is stopped',
    {
      of: 'services/web',
      prepare: (c) => stop(c, 'endpointslice-controller'),
      seed: service('selector: {app: web}, ports: [{port: 80}]') + pod(''),
    },
    'endpoints-missing < controller-stopped',
    'No endpoints: its pod is ready, but not its endpoints, because the endpointslice controller is stopped.',
  ],
  [
    'a load balancer',
    { of: 'services/web', seed: service('type: LoadBalancer, selector: {app: web}, ports: [{port: 80}]') + pod('') },
    'load-balancer',
    'Serving: no cloud provider has given its load balancer an address.',
  ],
  [
    'an ingress to a load balancer without an address, which serves inside the cluster',
    {
      of: 'ingresses/web',
      seed: `${
        service('type: LoadBalancer, selector: {app: web}, ports: [{port: 80}]') + pod('')
      }---${ingress('web', 'number: 80')}`,
    },
    '',
    'Ingress web. Nothing is wrong with it.',
  ],
  [
    'an ingress to a missing service',
    { of: 'ingresses/web', seed: ingress('web', 'number: 80') },
    'service-missing',
    'Ingress web: service web does not exist.',
  ],
  [
    'an ingress to a missing port',
    {
      of: 'ingresses/web',
      seed: `${service('selector: {app: web}, ports: [{port: 80}]') + pod('')}---${ingress('web', 'number: 8080')}`,
    },
    'ingress-port',
    'Ingress web: service web has no port 8080.',
  ],
  [
    'an ingress to a service without pods',
    { of: 'ingresses/web', seed: service('selector: {app: web}, ports: [{port: 80}]') + ingress('web', 'number: 80') },
    'backend < selector-without-pods',
    'Ingress web: service web does not serve, because no pod has the labels app=web of its selector.',
  ],
  [
    'an ingress of a missing class',
    {
      of: 'ingresses/web',
      seed:
        service('selector: {app: web}, ports: [{port: 80}]') +
        pod('') +
        '---' +
        ingress('web', 'number: 80', 'ingressClassName: nginx, '),
    },
    'ingress-class-missing',
    'Ingress web: ingress class nginx does not exist.',
  ],
  [
    'an ingress whose secret with a certificate does not exist',
    {
      of: 'ingresses/web',
      seed:
        service('selector: {app: web}, ports: [{port: 80}]') +
        pod('') +
        '---' +
        ingress('web', 'number: 80', 'tls: [{hosts: [a.example.com], secretName: cert}], '),
    },
    'certificate-missing',
    'Ingress web: secret cert with its certificate does not exist.',
  ],
  [
    'endpoints of a service without pods',
    { of: 'endpoints/web', seed: service('selector: {app: web}, ports: [{port: 80}]') },
    'backend < selector-without-pods',
    'Endpoints web: service web does not serve, because no pod has the labels app=web of its selector.',
  ],
  [
    'a claim without a class',
    { of: 'persistentvolumeclaims/data', seed: claim('') },
    'no-storage-class',
    'Pending: it names no storage class, none is the default, and no volume without a class is available.',
  ],
  [
    'a claim of a missing class',
    { of: 'persistentvolumeclaims/data', seed: claim('storageClassName: fast, ') },
    'storage-class-missing',
    'Pending: storage class fast does not exist, and no volume of that class is available.',
  ],
  [
    'a claim that waits for its first consumer',
    {
      of: 'persistentvolumeclaims/data',
      seed: storageClass('example.com/disk', 'WaitForFirstConsumer') + claim('storageClassName: fast, '),
    },
    'waits-for-consumer',
    'Pending: storage class fast provides a volume only when a pod uses the claim.',
  ],
  [
    'a claim whose provisioner creates no volume',
    {
      of: 'persistentvolumeclaims/data',
      seed: storageClass('example.com/disk', 'Immediate') + claim('storageClassName: fast, '),
    },
    'provisioner',
    'Pending: example.com/disk, the provisioner of storage class fast, has not created a volume.',
  ],
  [
    'a claim larger than every volume',
    {
      of: 'persistentvolumeclaims/data',
      seed:
        storageClass('kubernetes.io/no-provisioner', 'Immediate') +
        volume('storageClassName: fast, ') +
        claim('storageClassName: fast, '),
    },
    'no-volume',
    'Pending: storage class fast provides no volumes, and no available volume has 10Gi.',
  ],
  [
    'a claim of a missing volume',
    { of: 'persistentvolumeclaims/data', seed: claim('volumeName: gone, storageClassName: "", ') },
    'volume-missing',
    'Pending: volume gone, which it names, does not exist.',
  ],
  [
    'a claim whose binder is stopped',
    {
      of: 'persistentvolumeclaims/data',
      prepare: (c) => stop(c, 'persistentvolume-binder-controller'),
      seed: claim(''),
    },
    'claim-not-examined < controller-stopped',
    'Pending: its controller does not look for a volume, because the persistentvolume-binder controller is stopped.',
  ],
  [
    'a claim whose volume was deleted',
    {
      of: 'persistentvolumeclaims/data',
      seed: volume('storageClassName: "", ').replace('5Gi', '50Gi') + claim('storageClassName: "", '),
      act: async (c) => {
        const pv = { group: '', version: 'v1', resource: 'persistentvolumes', name: 'disk' };
        await c.client.patch(pv, 'merge', { metadata: { finalizers: null } });
        await c.client.delete(pv);
      },
    },
    'volume-lost',
    'Lost: volume disk, to which it was bound, no longer exists.',
  ],
  [
    'a deleted claim that a pod uses',
    {
      of: 'persistentvolumeclaims/data',
      seed:
        volume('storageClassName: "", ').replace('5Gi', '50Gi') +
        claim('storageClassName: "", ') +
        pod('volumes: [{name: data, persistentVolumeClaim: {claimName: data}}]'),
      act: ({ client }) => client.delete(CLAIM),
    },
    'finalizer < claim-in-use',
    'Terminating: the finalizer kubernetes.io/pvc-protection holds PersistentVolumeClaim data, because pod web uses it.',
  ],
  [
    'a volume whose claim was deleted',
    {
      of: '/persistentvolumes/disk',
      seed: volume('storageClassName: "", ').replace('5Gi', '50Gi') + claim('storageClassName: "", '),
      act: ({ client }) => client.delete(CLAIM),
    },
    'volume-released',
    'Released: its claim shop/data was deleted, and its reclaim policy Retain keeps its data from other claims.',
  ],
  [
    'a node that crashed',
    {
      of: '/nodes/simulated-node-0',
      act: async (c) => {
        await down(c);
        await c.clock.step('2m');
      },
    },
    'node-stopped-reporting < node-crashed',
    'Not ready: node simulated-node-0 stopped reporting at 09:01 UTC, because the annotation simulation.tabplane.dev/down makes it crash.',
  ],
  [
    'a node whose simulation is stopped',
    {
      of: '/nodes/simulated-node-0',
      act: async (c) => {
        await stop(c, 'node-simulation');
        await c.clock.step('2m');
      },
    },
    'node-stopped-reporting < controller-stopped',
    'Not ready: node simulated-node-0 stopped reporting at 09:01 UTC, because the node simulation is stopped.',
  ],
  [
    'a node without a kubelet',
    { of: '/nodes/metal', seed: 'apiVersion: v1\nkind: Node\nmetadata: {name: metal}' },
    'node-never-reported < node-not-simulated',
    'Unknown: the kubelet of node metal has never reported, because it is not a simulated node, and no kubelet reports for it.',
  ],
  [
    'a node that is cordoned',
    {
      of: '/nodes/simulated-node-0',
      act: ({ client }) => client.patch(NODE, 'merge', { spec: { unschedulable: true } }),
    },
    'node-cordoned',
    'Cordoned: node simulated-node-0 is cordoned, so the scheduler assigns no new pods to it.',
  ],
  [
    'a namespace that a finalizer holds',
    {
      of: '/namespaces/shop',
      seed: 'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: settings, namespace: shop, finalizers: [example.com/backup]}',
      act: ({ client }) => client.delete(SHOP),
    },
    'namespace-content < finalizer',
    'Terminating: one object in it cannot be deleted: ConfigMap settings, because the finalizer example.com/backup holds ConfigMap settings until its controller removes it.',
  ],
  [
    'a namespace with an unavailable API',
    {
      of: '/namespaces/shop',
      seed: 'apiVersion: apiregistration.k8s.io/v1\nkind: APIService\nmetadata: {name: v1.wardle.example.com}\nspec: {group: wardle.example.com, version: v1, groupPriorityMinimum: 100, versionPriority: 100, service: {namespace: shop, name: wardle}, insecureSkipTLSVerify: true}',
      act: ({ client }) => client.delete(SHOP),
    },
    'namespace-failure < discovery-failed < service-missing',
    'Terminating: its content cannot be deleted, because API v1.wardle.example.com is not available, because service shop/wardle does not exist.',
  ],
  [
    'a namespace whose controller is stopped',
    {
      of: '/namespaces/shop',
      prepare: (c) => stop(c, 'namespace-controller'),
      act: ({ client }) => client.delete(SHOP),
    },
    'namespace-content < controller-stopped',
    'Terminating: its content has not been deleted, because the namespace controller is stopped.',
  ],
  [
    'an autoscaler without a target',
    { of: 'horizontalpodautoscalers/web', seed: autoscaler(), wait: '30s' },
    'scale-target',
    'Not scaling: its scale target Deployment web does not exist.',
  ],
  [
    'an autoscaler whose target is scaled to zero',
    { of: 'horizontalpodautoscalers/web', seed: autoscaler() + deployment('', { replicas: 0 }), wait: '60s' },
    'scale-target-zero',
    'Not scaling: Deployment web is scaled to zero, which disables it.',
  ],
  [
    'an autoscaler whose pods request nothing',
    { of: 'horizontalpodautoscalers/web', seed: autoscaler() + deployment(''), wait: '60s' },
    'request-missing',
    'Not scaling: the containers of Deployment web do not request cpu, which its utilization target requires.',
  ],
  [
    'an autoscaler whose pods do not run',
    {
      of: 'horizontalpodautoscalers/web',
      seed: autoscaler() + deployment('', requests).replace('image: nginx', 'image: missing'),
      wait: '60s',
    },
    'metrics-missing < pods-not-ready < image',
    'Not scaling: there are no metrics of the pods of Deployment web, because one pod has not started since 09:01 UTC, because image missing of container web cannot be pulled: it was not found.',
  ],
  [
    'an autoscaler at its maximum',
    {
      of: 'horizontalpodautoscalers/web',
      seed: autoscaler() + deployment('', { ...requests, annotations: 'simulation.tabplane.dev/cpu-usage: 900m' }),
      wait: '120s',
    },
    'replica-limit',
    'At its limit: it would scale to more replicas than its maximum of 2.',
  ],
  [
    'a budget that allows no eviction',
    { of: 'poddisruptionbudgets/web', seed: budget('minAvailable: 2') + deployment('', { replicas: 2 }), wait: '20s' },
    'budget-tight',
    'Blocks evictions: minAvailable 2 allows the eviction of none of its two pods.',
  ],
  [
    'a budget whose pods are not healthy',
    {
      of: 'poddisruptionbudgets/web',
      seed: budget('maxUnavailable: 1') + deployment('', { replicas: 2 }).replace('image: nginx', 'image: missing'),
      wait: '30s',
    },
    'budget-used < pods-not-ready < image',
    'Blocks evictions: 0 of 2 pods are healthy, and 1 must be, because two pods have not started since 09:01 UTC, because image missing of container web cannot be pulled: it was not found.',
  ],
  [
    'a budget without pods',
    { of: 'poddisruptionbudgets/web', seed: budget('minAvailable: 1') },
    'selector-without-pods',
    'Unused: no pod matches its selector.',
  ],
  [
    'a budget whose controller is stopped',
    {
      of: 'poddisruptionbudgets/web',
      prepare: (c) => stop(c, 'disruption-controller'),
      seed: budget('minAvailable: 1'),
    },
    'budget-not-examined < controller-stopped',
    'Unused: its controller has not counted its pods, because the disruption controller is stopped.',
  ],
  [
    'an exhausted quota',
    {
      of: 'resourcequotas/team',
      seed:
        'apiVersion: v1\nkind: ResourceQuota\nmetadata: {name: team, namespace: shop}\nspec: {hard: {pods: "1"}}\n---' +
        pod(''),
    },
    'quota-exhausted',
    'Exhausted: 1 of 1 pods are used.',
  ],
  [
    'a definition whose names are taken',
    { of: '/customresourcedefinitions/gadgets.example.com', seed: definition('widgets', 'Thing'), act: takeNames },
    'names-refused',
    'Names refused: its names are in use by another resource: "ThingList" is already in use.',
  ],
  [
    'an API without its service',
    {
      of: '/apiservices/v1.wardle.example.com',
      seed: 'apiVersion: apiregistration.k8s.io/v1\nkind: APIService\nmetadata: {name: v1.wardle.example.com}\nspec: {group: wardle.example.com, version: v1, groupPriorityMinimum: 100, versionPriority: 100, service: {namespace: shop, name: wardle}, insecureSkipTLSVerify: true}',
    },
    'service-missing',
    'Not available: service shop/wardle does not exist.',
  ],
  [
    'a webhook without its service',
    {
      of: '/validatingwebhookconfigurations/guard',
      seed: 'apiVersion: admissionregistration.k8s.io/v1\nkind: ValidatingWebhookConfiguration\nmetadata: {name: guard}\nwebhooks: [{name: guard.example.com, clientConfig: {service: {namespace: shop, name: guard}}, sideEffects: None, admissionReviewVersions: [v1]}]',
    },
    'webhook-unreachable < service-missing',
    'ValidatingWebhookConfiguration guard: webhook guard.example.com cannot be called, so the requests that it matches fail, because service shop/guard does not exist.',
  ],
  [
    'a binding to a missing role',
    {
      of: 'rolebindings/readers',
      seed: 'apiVersion: rbac.authorization.k8s.io/v1\nkind: RoleBinding\nmetadata: {name: readers, namespace: shop}\nroleRef: {apiGroup: rbac.authorization.k8s.io, kind: Role, name: reader}\nsubjects: [{kind: User, name: ann, apiGroup: rbac.authorization.k8s.io}]',
    },
    'role-missing',
    'RoleBinding readers: Role reader does not exist, so it grants nothing.',
  ],
  [
    'a binding of a missing service account',
    {
      of: 'rolebindings/readers',
      seed: 'apiVersion: rbac.authorization.k8s.io/v1\nkind: RoleBinding\nmetadata: {name: readers, namespace: shop}\nroleRef: {apiGroup: rbac.authorization.k8s.io, kind: ClusterRole, name: view}\nsubjects: [{kind: ServiceAccount, name: robot, namespace: shop}]',
    },
    'account-missing',
    'RoleBinding readers: service account shop/robot does not exist.',
  ],
  [
    'a flow schema without its priority level',
    {
      of: '/flowschemas/mine',
      seed: 'apiVersion: flowcontrol.apiserver.k8s.io/v1beta3\nkind: FlowSchema\nmetadata: {name: mine}\nspec: {priorityLevelConfiguration: {name: gone}, matchingPrecedence: 100}',
    },
    'priority-level-missing',
    'Dangling: its priority level does not exist.',
  ],
  [
    'a config map that a finalizer holds',
    {
      of: 'configmaps/settings',
      seed: 'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: settings, namespace: shop, finalizers: [example.com/backup]}',
      act: ({ client }) => client.delete({ ...POD, resource: 'configmaps', name: 'settings' }),
    },
    'finalizer',
    'Terminating: the finalizer example.com/backup holds ConfigMap settings until its controller removes it.',
  ],
  [
    'a deployment that waits for its pods',
    {
      of: 'deployments/web',
      seed: deployment('').replace(
        'metadata: {labels: {app: web}',
        'metadata: {finalizers: [example.com/backup], labels: {app: web}',
      ),
      act: ({ client }) =>
        client.delete(
          { group: 'apps', version: 'v1', resource: 'deployments', namespace: 'shop', name: 'web' },
          { propagationPolicy: 'Foreground' },
        ),
      wait: '60s',
    },
    'finalizer < dependents < finalizer < dependents < finalizer',
    'Terminating: the finalizer foregroundDeletion holds Deployment web, because ReplicaSet web-5cd6c65796 must be deleted first, because the finalizer foregroundDeletion holds ReplicaSet web-5cd6c65796, because Pod web-5cd6c65796-xdp67 must be deleted first, because the finalizer example.com/backup holds Pod web-5cd6c65796-xdp67 until its controller removes it.',
  ],
];

describe('an explanation', () => {
  test.each(STATES)('of %s names the cause', async (_, situation, chain, sentence) => {
    const why = await whyIn(template, situation);
    expect({ chain: chainOf(why).join(' < '), sentence: why.sentence }).toEqual({ chain, sentence });
  });
});
